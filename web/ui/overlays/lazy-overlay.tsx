import { type ComponentType, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../controls/button.tsx';
import { loadUntilAvailable } from '../display/lazy-with-retry.ts';
import styles from './overlays.module.css';
import { callWhenNobodyTypes, isTypingBegunSince } from './typing-idle.ts';

/** What a window gets of what opens it. */
export interface OverlayProps {
  open: boolean;
  onClose: () => void;
}

/**
 * An overlay whose code is fetched when it opens for the first time: pages do not wait for windows that nobody may
 * open. Where its code comes so late that somebody has begun to type, it waits until they rest, unless it
 * `takesTyping`: then what is typed is meant for it. Give it to {@link loadWhenIdle} as well where it must open without
 * a delay, or without a connection.
 */
export function lazyOverlay<P extends { open: boolean; title?: string }>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { takesTyping = false }: { takesTyping?: boolean } = {},
): (props: P) => React.ReactNode {
  let loading: Promise<ComponentType<P>> | undefined;
  let loaded: ComponentType<P> | undefined;
  const loadOnce = async (): Promise<ComponentType<P>> => {
    loading ??= loadUntilAvailable(load).then((module) => module.default);
    loaded = await loading;
    return loaded;
  };
  return function Overlay(props: P) {
    const [wantedSince, setWantedSince] = useState(props.open ? performance.now() : null);
    const [found, setFound] = useState<{ Window: ComponentType<P> } | { error: unknown } | null>(
      loaded ? { Window: loaded } : null,
    );
    const [isHere, setHere] = useState(false);
    if (props.open && wantedSince === null) setWantedSince(performance.now());
    const isWanted = wantedSince !== null;
    // Not by Suspense: React keeps a fallback for at least 300 ms, even an empty one.
    useEffect(() => {
      if (isWanted)
        loadOnce().then(
          (Window) => setFound({ Window }),
          (error: unknown) => setFound({ error }),
        );
    }, [isWanted]);
    if (!isWanted || !found) return null;
    if ('error' in found) throw found.error;
    return (
      <Suspense fallback={null}>
        <found.Window {...props} open={props.open && isHere} />
        {!isHere && (
          <Arrival
            title={props.title ?? 'It is ready'}
            typedSince={takesTyping ? null : wantedSince}
            onArrival={() => setHere(true)}
          />
        )}
      </Suspense>
    );
  };
}

interface ArrivalProps {
  title: string;
  typedSince: number | null;
  onArrival: () => void;
}

/** Appears together with the window's code. */
function Arrival({ title, typedSince, onArrival }: ArrivalProps) {
  const [isHeld, setHeld] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: code arrives once
  useEffect(() => {
    if (typedSince !== null && isTypingBegunSince(typedSince)) {
      return callWhenNobodyTypes('answer', onArrival, { onHeld: setHeld });
    }
    onArrival();
  }, []);
  return isHeld && <WaitingWindowNotice title={title} onShow={onArrival} />;
}

/** Says that a window is there and waits, without taking the focus from where somebody types (ADR 0033). */
export function WaitingWindowNotice({ title, onShow }: { title: string; onShow: () => void }) {
  return createPortal(
    <div className={styles.waiting} role="status" data-over-windows>
      <p>{title}</p>
      <Button onClick={onShow}>Show</Button>
    </div>,
    document.body,
  );
}
