import { behavesAsCentrifugo } from './behaviour.fixture.ts';
import { startCentrifugo } from '../testing/centrifugo.ts';
import { startServer } from '../testing/server.ts';

behavesAsCentrifugo(async () => startServer((await startCentrifugo()).settings), 500);
