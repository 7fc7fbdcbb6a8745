-- Reverts to a grace period for the latest refresh only.
alter table sessions drop column recent_rotations
