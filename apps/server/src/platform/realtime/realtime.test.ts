import { testRealtimeBehaviour } from './behaviour.fixture.ts';
import { startServer } from '../../testing/portal/server.ts';

testRealtimeBehaviour(() => startServer(), 300);
