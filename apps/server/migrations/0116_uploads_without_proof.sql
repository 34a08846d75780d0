-- Uploads that the portal has opened by itself although name and another fact of their files do not prove whose they are. Only widens: a
-- version before it publishes them unless their files contradict the card, as it does now.
alter table uploads add patient_unproven boolean not null default false;
