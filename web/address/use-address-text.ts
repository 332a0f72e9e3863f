import { useEffect, useRef, useState } from 'react';
import { useAddressState } from './use-address-state.ts';

/** Milliseconds after the last key until the text is in the address: a navigation takes as long as a key may. */
const typingPause = 100;

interface Typed {
  text: string;
  address: string;
  sent: string | null;
}

/**
 * A typed filter of the screen, in a field of its address (rule 42). Typing replaces the entry of the history. Returns the text, and
 * the function that changes it.
 */
export function useAddressText(field: string): [text: string, type: (text: string) => void] {
  const place = useAddressState();
  const inAddress = place.get(field) ?? '';
  // Local state, because a navigation is slower than the next key. `sent`: the text that the address will have next.
  const [typed, setTyped] = useState<Typed>({ text: inAddress, address: inAddress, sent: null });
  if (inAddress !== typed.address) {
    setTyped({ text: inAddress === typed.sent ? typed.text : inAddress, address: inAddress, sent: null });
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another screen has the address then.
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    setTyped((now) => ({ ...now, text }));
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setTyped((now) => ({ ...now, sent: text }));
      place.change({ [field]: text === '' ? null : text }, { replace: true });
    }, typingPause);
  };
  return [typed.text, type];
}
