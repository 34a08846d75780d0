import { testRealtimeBehaviour } from './behaviour.fixture.ts';
import { startServer } from '../../testing/server.ts';

testRealtimeBehaviour(() => startServer(), 300);
