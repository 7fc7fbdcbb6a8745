-- Reverts to the previous audit trail. Records of sign-ins stay, without channel, program and network.
drop index users_merged;
drop index audit_deletions;
alter table audit drop column channel, drop column agent, drop column network;
