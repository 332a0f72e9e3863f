import type { HistoryLocation, RouterHistory } from '@tanstack/history';
import { createContext, useCallback, useContext } from 'react';

/** Where the page is, while the next screen may be on its way. */
export interface Here extends Pick<HistoryLocation, 'pathname' | 'search'> {
  /** The screen that the page was loaded with. */
  isFirst: boolean;
}

export const HistoryContext = createContext<RouterHistory | null>(null);
export const HereContext = createContext<Here | null>(null);
/** True while the screen of another address is fetched. */
export const LoadingContext = createContext(false);

export const useIsLoading = (): boolean => useContext(LoadingContext);
export const useHere = (): Here => inRouter(useContext(HereContext));
export const useHistory = (): RouterHistory => inRouter(useContext(HistoryContext));

function inRouter<T>(value: T | null): T {
  if (value === null) throw new Error('Outside of <Router>.');
  return value;
}

/** An address of the site; one that begins with `?` is one of this screen, and `?` alone the screen as it opens from the menu. */
export type Address = `/${string}` | `?${string}`;

export const useHref = (to: Address): string => hrefOf(to, useHere().pathname);

/** Goes to an address. That of this moment gets no second entry in the history. */
export function useNavigate(): (to: Address) => void {
  const history = useHistory();
  const { pathname } = useHere();
  return useCallback(
    (to) => {
      const href = hrefOf(to, pathname);
      if (href === history.location.href) history.replace(href);
      else history.push(href);
    },
    [history, pathname],
  );
}

const hrefOf = (to: Address, pathname: string): string =>
  to.startsWith('?') ? `${pathname}${to === '?' ? '' : to}` : to;
