-- Only widens: deletes passwords and links that earlier versions left in letters which are sent, given up or too old to be sent.
update letters set facts = '{}' where facts <> '{}' and (sent_at is not null or failed_at is not null);

update letters set facts = '{}', failed_at = now(), next_try_at = null,
  last_error = 'Письмо устарело: пароль или ссылка в нём больше не действуют'
where facts <> '{}' and sent_at is null and failed_at is null
  and template in ('welcome', 'new-password', 'password-reset') and created_at < now() - interval '72 hours';
