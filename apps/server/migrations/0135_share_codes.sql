-- The keyed hash of the digits with which a patient opens a link without its QR code (decision 128). Only widens: links that
-- an earlier version creates have no code, and earlier versions do not read the column.
alter table external_shares add column code_hash bytea;
create unique index external_shares_by_code on external_shares (code_hash) where code_hash is not null;
