import type { HistoryLocation, RouterHistory } from '@tanstack/history';
import { Component, type ComponentType, Fragment, type ReactNode, useEffect, useMemo, useState } from 'react';
import { HereContext, HistoryContext, LoadingContext } from './here.ts';

export type Frame = ComponentType<{ children: ReactNode }>;

/** What an address opens: a screen within a frame, which stays from screen to screen, or another address in its place. */
export type Opening = { Frame: Frame; Screen: ComponentType } | { redirect: string };

interface RouterProps {
  history: RouterHistory;
  /** Asked again only where the path changes: the fields of an address are its screen's own. What it throws is shown. */
  open: (location: HistoryLocation) => Promise<Opening>;
  /** Instead of what failed to load or to render. */
  Failed: ComponentType<{ error: unknown }>;
}

interface Shown {
  Frame: Frame;
  Screen: ComponentType;
  location: HistoryLocation;
  isFirst: boolean;
}

/** Shows the screen of the address. While the next one is fetched the last one stays, at the address that it was opened with. */
export function Router({ history, open, Failed }: RouterProps) {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isLoading, setLoading] = useState(false);
  useEffect(() => {
    let now: Shown | null = null;
    const show = (next: Shown) => {
      now = next;
      setShown(next);
      setLoading(false);
    };
    const follow = async () => {
      const { location } = history;
      if (location.pathname === now?.location.pathname) return show({ ...now, location, isFirst: false });
      setLoading(true);
      const opening = await open(location).catch((error: unknown) => ({ Frame: Fragment, Screen: failing(error) }));
      if (isStopped || location !== history.location) return;
      if ('redirect' in opening) history.replace(opening.redirect, undefined, { ignoreBlocker: true });
      else show({ ...opening, location, isFirst: now === null });
    };
    let isStopped = false;
    const stop = history.subscribe(() => void follow());
    void follow();
    return () => {
      isStopped = true;
      stop();
    };
  }, [history, open]);

  const { Frame, Screen, location } = shown ?? {};
  const path = location?.pathname;
  // A change of the address draws again who looks at the address, not the screen.
  const screen = useMemo(
    () =>
      Frame &&
      Screen && (
        <Boundary Failed={Failed}>
          <Frame>
            <Boundary key={path} Failed={Failed}>
              <Screen />
            </Boundary>
          </Frame>
        </Boundary>
      ),
    [Frame, Screen, path, Failed],
  );
  const here = useMemo(
    () => shown && { pathname: shown.location.pathname, search: shown.location.search, isFirst: shown.isFirst },
    [shown],
  );
  return (
    <HistoryContext value={history}>
      <HereContext value={here}>
        <LoadingContext value={isLoading}>{screen}</LoadingContext>
      </HereContext>
    </HistoryContext>
  );
}

/** A screen that could not be had, as one that cannot be drawn. */
export const failing =
  (error: unknown): ComponentType =>
  () => {
    throw error;
  };

interface BoundaryProps {
  Failed: RouterProps['Failed'];
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failure: { error: unknown } | null }> {
  override state = { failure: null };

  static getDerivedStateFromError = (error: unknown) => ({ failure: { error } });

  override render() {
    const { Failed, children } = this.props;
    const { failure } = this.state as { failure: { error: unknown } | null };
    return failure ? <Failed {...failure} /> : children;
  }
}
