import { behavesAsCentrifugo } from './behaviour.fixture.ts';
import { startServer } from '../../testing/server.ts';

behavesAsCentrifugo(() => startServer(), 300);
