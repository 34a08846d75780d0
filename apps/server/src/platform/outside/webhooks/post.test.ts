import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { expect, onTestFinished, test } from 'vitest';
import { startReceiver } from '../../../testing/outside/webhook-receiver.ts';
import { networksOf } from '../../networks/networks.ts';
import { isPublicAddress } from './addresses.ts';
import { postToReceiver, problemOfURL } from './post.ts';

const none = networksOf([]);
const local = networksOf(['127.0.0.0/8']);
const message = { body: '{}', headers: { 'content-type': 'application/json' } };

/** Resolves host names with `answer` until the test ends. */
const answerNames = (answer: (host: string) => LookupAddress[]) => {
  const { lookup } = dns;
  const stand = (host: string, _: unknown, found: (cause: null, addresses: LookupAddress[]) => void) =>
    setImmediate(found, null, answer(host));
  dns.lookup = stand as unknown as typeof lookup;
  syncBuiltinESMExports();
  onTestFinished(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
};

test.for([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '127.9.9.9',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '192.0.0.8',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::1',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:0:1::1',
  'ff02::1',
  'fd00:ec2::254',
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.for(['8.8.8.8', '100.128.0.1', '172.32.0.1', '::ffff:8.8.8.8', '2606:4700::1111', '2a02:6b8::1'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.for([
  ['http://ris.test/', 'Адрес должен начинаться с https://'],
  ['http://127.0.0.1/', 'Адрес должен начинаться с https://'],
  ['ftp://ris.test/', 'Адрес должен начинаться с https://'],
  ['https://name:word@ris.test/', 'В адресе не должно быть имени и пароля'],
  ['https://ris.test:4190/', 'Этот порт занят другим протоколом, на него сообщения не отправляются'],
  ['https://ris.test:25/', 'Этот порт занят другим протоколом, на него сообщения не отправляются'],
  ['https://169.254.169.254/latest', 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются'],
  // other spellings of 127.0.0.1
  ['https://2130706433/', 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются'],
  ['https://0x7f.1/', 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются'],
  ['https://[::ffff:127.0.0.1]/', 'Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются'],
] as const)('no message is sent to %s', ([url, problem]) => {
  expect(problemOfURL(url, none)).toBe(problem);
});

test('the operator may permit private networks, and HTTP only to this machine', () => {
  const networks = networksOf(['10.0.0.0/8', '127.0.0.1']);
  expect(problemOfURL('https://10.1.2.3/', networks)).toBe(null);
  expect(problemOfURL('http://127.0.0.1:8000/', networks)).toBe(null);
  expect(problemOfURL('http://10.1.2.3/', networks)).toBe('Адрес должен начинаться с https://');
  expect(problemOfURL('https://192.168.1.1/', networks)).toContain('внутреннюю сеть');
});

test('a host name that resolves to this machine is refused before a connection is opened', async () => {
  const { received, port } = await startReceiver();
  const sent = postToReceiver(`https://localhost:${port}/`, message, { networks: none });
  await expect(sent).rejects.toThrow('Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются');
  expect(received).toEqual([]);
});

test('a host name is resolved once, and the connection goes to the address that was checked (DNS rebinding)', async () => {
  const checked = await startReceiver();
  const internal = await startReceiver();
  const asked: string[] = [];
  // 127.0.0.2 stands for an address that may be reached, 127.0.0.1 for one of the internal network
  const answers = ['127.0.0.2', '127.0.0.1', '127.0.0.1'];
  answerNames((host) => {
    asked.push(host);
    return [{ address: answers[asked.length - 1] ?? '127.0.0.1', family: 4 }];
  });
  const only = networksOf(['127.0.0.2']);
  // nothing listens at this port of 127.0.0.2, so a connection there is refused
  await expect(
    postToReceiver(`https://rebinding.test:${internal.port}/`, message, { networks: only }),
  ).rejects.toThrow('Сервер не принимает соединения на этом порту');
  expect(asked).toEqual(['rebinding.test']);
  await expect(
    postToReceiver(`https://rebinding.test:${checked.port}/`, message, { networks: only }),
  ).rejects.toThrow('Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются');
  expect([checked.received, internal.received]).toEqual([[], []]);
});

test.for([
  ['a private address beside a public one', ['8.8.8.8', '127.0.0.1']],
  ['a public address beside a private one', ['127.0.0.1', '8.8.8.8']],
  ['an address of IPv6 that contains a private one', ['::ffff:127.0.0.1']],
  ['a metadata service', ['169.254.169.254']],
] as const)('a host name with %s is refused', async ([, addresses]) => {
  const { received, port } = await startReceiver();
  answerNames(() => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
  const sent = postToReceiver(`https://rebinding.test:${port}/`, message, { networks: none });
  await expect(sent).rejects.toThrow('Адрес ведёт во внутреннюю сеть, туда сообщения не отправляются');
  expect(received).toEqual([]);
});

test('redirects are not followed', async () => {
  const target = await startReceiver();
  const { url } = await startReceiver((reply) => void reply.writeHead(307, { location: target.url }).end());
  expect(await postToReceiver(url, message, { networks: local })).toEqual({ status: 307, text: '' });
  expect(target.received).toEqual([]);
});

test('only the first kilobyte of an endless answer is read', async () => {
  const { url } = await startReceiver((reply) => {
    reply.writeHead(200);
    const send = () => {
      while (!reply.destroyed && reply.write('я'.repeat(5000)));
    };
    reply.on('drain', send);
    send();
  });
  const { status, text } = await postToReceiver(url, message, { networks: local });
  expect([status, text]).toEqual([200, 'я'.repeat(512)]);
});

test('a request times out if the receiver sends no answer or only a part of it', async () => {
  const silent = await startReceiver(() => undefined);
  const slow = await startReceiver((reply) => void reply.writeHead(200).write('a'));
  for (const { url } of [silent, slow])
    await expect(postToReceiver(url, message, { networks: local, withinMs: 300 })).rejects.toThrow(
      'Сервер не ответил за 10 секунд',
    );
});

test('a failed connection to a receiver is reported with its reason', async () => {
  const closed = 'https://127.0.0.1:9999/';
  await expect(postToReceiver(closed, message, { networks: local })).rejects.toThrow(
    'Сервер не принимает соединения на этом порту',
  );
  const { port } = await startReceiver();
  const plain = `https://127.0.0.1:${port}/`;
  await expect(postToReceiver(plain, message, { networks: local })).rejects.toThrow(
    'Сервер отвечает на этом порту не по HTTPS',
  );
});
