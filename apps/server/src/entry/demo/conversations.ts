import type { Tx } from '../../platform/db/client.ts';
import {
  lockDialog,
  insertMessage,
  updateLastMessage,
  updateReadPosition,
} from '../../messaging/messenger/queries.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';

interface Line {
  minutesAgo: number;
  /** Index of the assistant who wrote the line; undefined for the client. */
  answeredBy?: number;
  text: string;
}

const DAY = 24 * 60;

/** One conversation for each of the first clients, oldest line first; the last line of the first one is unread. */
const conversations: Line[][] = [
  [
    {
      minutesAgo: 3 * DAY + 95,
      text: 'Добрый день! Подскажите, можно ли прислать пациента на КЛКТ в субботу?',
    },
    {
      minutesAgo: 3 * DAY + 88,
      answeredBy: 0,
      text: 'Здравствуйте! По субботам центр закрыт. Свободное время на рабочие дни есть в разделе «Запись пациента».',
    },
    { minutesAgo: 3 * DAY + 85, text: 'Поняли, спасибо' },
    {
      minutesAgo: 52,
      answeredBy: 1,
      text: 'Берёзкин Алексей Олегович: КЛКТ готова, можно смотреть и скачивать.',
    },
    { minutesAgo: 41, text: 'Получили. Качество отличное 👍' },
    {
      minutesAgo: 6,
      text: 'Ещё вопрос по Берёзкину: можно ли измерить высоту кости до пазухи в области 25? Планируем имплантацию на следующей неделе.',
    },
  ],
  [
    {
      minutesAgo: DAY + 200,
      text: 'Здравствуйте! Орлов, снимок перед удалением 38: на нём видны оба корня?',
    },
    {
      minutesAgo: DAY + 190,
      answeredBy: 0,
      text: 'Здравствуйте, Вера Андреевна! Да, 38 виден целиком. Если канал близко, лучше сделать КЛКТ.',
    },
    { minutesAgo: DAY + 186, text: 'Пока достаточно ОПТГ, спасибо' },
    {
      minutesAgo: DAY + 180,
      answeredBy: 0,
      text: 'Хорошо. Время на КЛКТ, если понадобится, найдём в тот же день.',
    },
  ],
];

interface Person {
  id: number;
}

/** Inserts the conversations; only the last message of the first client is unread. */
export const addConversations = async (
  tx: Tx,
  clients: Person[],
  staff: Person[],
  now: Date,
): Promise<void> => {
  const lines = conversations.flatMap((ofClient, i) =>
    ofClient.map((line, at) => ({
      ...line,
      client: clients[i],
      isLast: i === 0 && at === ofClient.length - 1,
    })),
  );
  for (const { minutesAgo, answeredBy, text, client, isLast } of lines.toSorted(earlierFirst)) {
    if (!client) continue;
    const isAnswer = answeredBy !== undefined;
    const message = {
      doctorID: client.id,
      authorID: (isAnswer && staff[answeredBy]?.id) || client.id,
      isAnswer,
      text,
      messageUUID: null,
      createdAt: after(now, -minutesAgo * 60_000),
    };
    await lockDialog(tx, client.id);
    const id = await insertMessage(tx, message);
    if (id === undefined) continue;
    await updateLastMessage(tx, id, message);
    if (!isLast) await updateReadPosition(tx, client.id, isAnswer ? 'readByDoctorID' : 'readByCentreID', id);
  }
};

const earlierFirst = (a: Line, b: Line) => b.minutesAgo - a.minutesAgo;
