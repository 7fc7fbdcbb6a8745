-- Back to a grace for the last refresh alone.
alter table sessions drop column recent_rotations
