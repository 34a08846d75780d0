import { useEffect, useRef, useSyncExternalStore } from 'react';

const MUTED = 'chat_muted';
const listeners = new Set<() => void>();

const isMuted = () => localStorage.getItem(MUTED) !== null;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether messages sound in this browser; remembered. */
export function useMuted(): [muted: boolean, toggle: () => void] {
  const muted = useSyncExternalStore(subscribe, isMuted);
  const toggle = () => {
    if (muted) localStorage.removeItem(MUTED);
    else localStorage.setItem(MUTED, 'yes');
    for (const listener of listeners) listener();
  };
  return [muted, toggle];
}

let audio: AudioContext | undefined;
/** Two notes of a bell, a fourth apart: frequency in Hz, beginning in seconds. */
const NOTES = [
  [880, 0],
  [1175, 0.12],
] as const;
const SECONDS = 0.5;

async function playSound() {
  // a browser lets no page sound before the first click on it, and would make up for it afterwards
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  await audio.resume();
  for (const [frequency, delay] of NOTES) {
    const begin = audio.currentTime + delay;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + SECONDS);
    const note = new OscillatorNode(audio, { frequency });
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + SECONDS);
  }
}

const HEARD = 'chat_heard';

/** Of the tabs that hear of one message, one sounds. Locks are there on https only; without, each does. */
async function playInOneTab(messageID: number) {
  const isFirst = () => {
    if (localStorage.getItem(HEARD) === String(messageID)) return false;
    localStorage.setItem(HEARD, String(messageID));
    return true;
  };
  const mine = navigator.locks ? await navigator.locks.request('chime', async () => isFirst()) : true;
  if (mine && !isMuted()) await playSound();
}

/** Sounds when the last message that came in is another than the one there was when the page opened. */
export function useMessageSound(lastIncomingID: number | undefined) {
  const known = useRef(lastIncomingID);
  useEffect(() => {
    if (lastIncomingID === undefined) return;
    if (known.current !== undefined && lastIncomingID > known.current) void playInOneTab(lastIncomingID);
    known.current = lastIncomingID;
  }, [lastIncomingID]);
}
