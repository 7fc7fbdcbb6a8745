-- Back to the audit trail of before. Records of sign-ins stay, without channel, program and network.
drop index users_merged;
alter table audit drop column channel, drop column agent, drop column network;
