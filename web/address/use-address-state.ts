import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { type createBrowserRouter, useLocation } from 'react-router-dom';
import { buildAddress, isAddressOfScreen, parseScreenAddress, type ScreenPath } from './screen-address.ts';
import { ScreenContext } from './screen-context.ts';

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

export type SiteRouter = ReturnType<typeof createBrowserRouter>;

/** The router of the page: its state has the latest location, also before React has rendered it. */
export const SiteRouterContext = createContext<SiteRouter | null>(null);

/** The screen around, or one of the current path without named fields. */
export function useCurrentScreen(): ScreenPath {
  const { pathname } = useLocation();
  const screen = useContext(ScreenContext);
  return useMemo(() => screen ?? { path: pathname, named: [] }, [screen, pathname]);
}

/** Key of the location that the page was loaded with. */
export const FirstLocationKeyContext = createContext<string | undefined>(undefined);

/**
 * An address of the site; one that begins with `?` is one of this screen, and `?` alone the screen as it opens from the
 * menu.
 */
export type SiteAddress = `/${string}` | `?${string}`;

interface NavigationOptions {
  /** Replaces the entry of the history: for typing and stepping, where Back leaves the screen. */
  replace?: boolean;
}

/** The state of a screen that its address carries. */
export interface AddressState {
  get: (field: string) => string | null;
  getAll: (field: string) => readonly string[];
  has: (field: string) => boolean;
  /** The address has no fields: the screen as it opens from the menu. */
  isEmpty: boolean;
  /** Changes some fields and keeps the others; null removes a field, a list repeats it. */
  change: (fields: AddressFields, going?: NavigationOptions) => void;
  /** Replaces all fields by these. */
  goTo: (fields: AddressFields, going?: NavigationOptions) => void;
}
export type AddressFields = Readonly<Record<string, string | number | null | undefined | readonly string[]>>;

/**
 * The only way in which a screen keeps its state (class, student, term, filters, an open window) in its address, so
 * that Back, reload, a copied link and signing in again lead to the same state (rule 42).
 */
export function useAddressState(): AddressState {
  const router = useContext(SiteRouterContext);
  if (router === null) throw new Error('useAddressState needs the SiteRouterContext.');
  const location = useLocation();
  const screen = useCurrentScreen();
  const fields = useMemo(() => parseScreenAddress(screen, location), [screen, location]);
  const set = useCallback(
    (begin: URLSearchParams, wanted: AddressFields, { replace = false }: NavigationOptions = {}) => {
      // A screen that is being left must not change the address of the next one.
      if (!isAddressOfScreen(screen, router.state.location.pathname)) return;
      void router.navigate(buildAddress(screen, withFields(begin, wanted)), { replace });
    },
    [router, screen],
  );
  const change = useCallback(
    (changes: AddressFields, going?: NavigationOptions) =>
      set(parseScreenAddress(screen, router.state.location), changes, going),
    [router, screen, set],
  );
  const goTo = useCallback(
    (wanted: AddressFields, going?: NavigationOptions) => set(new URLSearchParams(), wanted, going),
    [set],
  );
  return useMemo(
    () => ({
      get: (field) => fields.get(field),
      getAll: (field) => fields.getAll(field),
      has: (field) => fields.has(field),
      isEmpty: fields.size === 0,
      change,
      goTo,
    }),
    [fields, change, goTo],
  );
}

function withFields(address: URLSearchParams, changes: AddressFields): URLSearchParams {
  for (const [field, value] of Object.entries(changes)) {
    address.delete(field);
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) address.append(field, String(one));
  }
  return address;
}
