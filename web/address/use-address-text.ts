import { useEffect, useRef, useState } from 'react';
import { useAddressState } from './use-address-state.ts';

/** Milliseconds after the last key until the text is in the address: a navigation takes as long as a key may. */
export const typingPause = 100;

interface Typed {
  text: string;
  address: string;
  sent: readonly string[];
}

/**
 * A text that is typed faster than a navigation brings it into the address. A navigation that ends after further keys
 * leaves these; a text that comes into the address by another way, such as Back, takes their place.
 * @param inAddress the text of the address
 */
export function useTypedText(inAddress: string) {
  // `sent`: the texts that the address will have next.
  const [typed, setTyped] = useState<Typed>({ text: inAddress, address: inAddress, sent: [] });
  if (inAddress !== typed.address) {
    const own = typed.sent.indexOf(inAddress);
    setTyped({
      text: own < 0 ? inAddress : typed.text,
      address: inAddress,
      sent: own < 0 ? [] : typed.sent.slice(own + 1),
    });
  }
  return {
    text: typed.text,
    type: (text: string) => setTyped((now) => ({ ...now, text })),
    /** The text goes into the address now. */
    send: (text: string) => setTyped((now) => ({ ...now, sent: [...now.sent, text] })),
  };
}

/**
 * A typed filter of the screen, in a field of its address (rule 42). Typing replaces the entry of the history. Returns
 * the text, and the function that changes it; a blank is in the address at once.
 */
export function useAddressText(field: string): [text: string, type: (text: string) => void] {
  const place = useAddressState();
  const typed = useTypedText(place.get(field) ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another screen has the address then.
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string) => {
    typed.type(text);
    clearTimeout(timer.current);
    const act = () => {
      typed.send(text);
      place.change({ [field]: text === '' ? null : text }, { replace: true });
    };
    if (text === '') act();
    else timer.current = setTimeout(act, typingPause);
  };
  return [typed.text, type];
}
