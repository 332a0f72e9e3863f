import type { ShownScan } from './decide-scan.ts';

/** Hertz of the tones of each kind of outcome, one after the other. */
const tones = { good: [880], late: [660, 520], leaving: [520, 780], bad: [180, 180] } as const;
type Kind = keyof typeof tones;

export const kindOf = (outcome: ShownScan['outcome']): Kind => {
  if (outcome === 'present') return 'good';
  if (outcome === 'late' || outcome === 'too late' || outcome === 'kept') return 'late';
  return outcome === 'leaving' || outcome === 'again' ? 'leaving' : 'bad';
};

const length = 0.12;
let context: AudioContext | undefined;

/** A short sound of its own for each kind. Silent where the browser has none, or does not allow it before the first key. */
export function playSound(outcome: ShownScan['outcome']): void {
  if (typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const from = context.currentTime;
  for (const [place, hertz] of tones[kindOf(outcome)].entries()) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.frequency.value = hertz;
    tone.type = hertz < 300 ? 'square' : 'sine';
    volume.gain.value = 0.25;
    tone.connect(volume).connect(context.destination);
    tone.start(from + place * length * 1.3);
    tone.stop(from + place * length * 1.3 + length);
  }
}
