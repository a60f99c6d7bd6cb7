// Clay clicks and a soft bell, synthesised; silent until asked for in the settings.

import { settings } from './settings.svelte';

const PITCH: Record<string, number> = { B: 392, Y: 523, R: 440, K: 330, W: 587, T: 587, J: 659, S: 784 };
let context: AudioContext | null = null;

function tone(frequency: number, seconds: number, loudness: number, type: OscillatorType): void {
  if (!settings.saved.sound) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.type = type;
  source.frequency.setValueAtTime(frequency * 1.6, now);
  source.frequency.exponentialRampToValueAtTime(frequency, now + seconds * 0.4);
  volume.gain.setValueAtTime(loudness, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + seconds);
  source.connect(volume).connect(context.destination);
  source.start(now);
  source.stop(now + seconds);
}

/** A tile settles; its pitch is that of its colour. */
export function click(look = ''): void {
  tone(PITCH[look.at(-1) ?? ''] ?? 300, 0.07, 0.12, 'triangle');
}

/** It is your turn. */
export function bell(): void {
  tone(880, 0.7, 0.08, 'sine');
  tone(1320, 0.5, 0.04, 'sine');
}
