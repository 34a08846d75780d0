import { useEffect, useRef, useSyncExternalStore } from 'react';

const MUTED = 'chat_muted';
const listeners = new Set<() => void>();

const isMuted = () => localStorage.getItem(MUTED) !== null;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Whether the sound of new messages is off; stored for this browser. */
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
/** Two notes a fourth apart: frequency in Hz, start in seconds. */
const NOTES = [
  [880, 0],
  [1175, 0.12],
] as const;
const DURATION_S = 0.5;

async function playSound() {
  // browsers block sound before the first user gesture, and would play the blocked sound after it
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  await audio.resume();
  for (const [frequency, delay] of NOTES) {
    const start = audio.currentTime + delay;
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + DURATION_S);
    const note = new OscillatorNode(audio, { frequency });
    note.connect(volume).connect(audio.destination);
    note.start(start);
    note.stop(start + DURATION_S);
  }
}

const LAST_PLAYED = 'chat_heard';

/**
 * One of the open tabs plays the sound. The Web Locks API exists on HTTPS pages only; without it, every tab
 * plays.
 */
async function playInOneTab(messageID: number) {
  const isFirst = () => {
    if (localStorage.getItem(LAST_PLAYED) === String(messageID)) return false;
    localStorage.setItem(LAST_PLAYED, String(messageID));
    return true;
  };
  const isThisTab = navigator.locks ? await navigator.locks.request('chime', async () => isFirst()) : true;
  if (isThisTab && !isMuted()) await playSound();
}

/** Plays the sound when a message arrives that is newer than the last one at the opening of the page. */
export function useMessageSound(lastIncomingID: number | undefined) {
  const previousID = useRef(lastIncomingID);
  useEffect(() => {
    if (lastIncomingID === undefined) return;
    if (previousID.current !== undefined && lastIncomingID > previousID.current)
      void playInOneTab(lastIncomingID);
    previousID.current = lastIncomingID;
  }, [lastIncomingID]);
}
