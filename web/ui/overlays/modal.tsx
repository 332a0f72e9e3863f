import { useRef, useSyncExternalStore } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog, DialogDetail } from './dialog.tsx';
import type { OverlayTrigger } from './typing-idle.ts';

export interface ModalMessage {
  title: string;
  text: string;
  /** The server's own words, set apart. */
  detail?: string | undefined;
  /**
   * The life of its cause, such as the try that failed: its end takes the message away, also one that waits to be
   * shown.
   */
  signal?: AbortSignal | undefined;
  /** Label of the button. Default `OK`, or `Cancel` for the way out of a question. */
  closeLabel?: string | undefined;
}

export interface ModalQuestion extends ModalMessage {
  /** Label of the button that answers yes. */
  confirmLabel: string;
  /** The yes cannot be taken back. */
  danger?: boolean | undefined;
  /** Where it asks about what a press has set off, and not before it does it. */
  openedBy?: 'answer' | undefined;
}

type Shown = (ModalMessage & { confirmLabel?: string | undefined; danger?: boolean | undefined }) & {
  openedBy: OverlayTrigger;
  answer: (isConfirmed: boolean) => void;
};

let queue: readonly Shown[] = [];
const listeners = new Set<() => void>();

/**
 * Shows a message that must be read, after those already waiting; resolves when it was closed. Say whether it answers
 * what somebody pressed and waits for. Needs a {@link ModalOutlet}.
 */
export const showModal = async (message: ModalMessage & { openedBy: 'answer' | 'itself' }): Promise<void> =>
  void (await enqueue(message));

/**
 * Asks what must be known before a press does what it says; resolves true for yes, false for Cancel and Escape. Needs a
 * {@link ModalOutlet}.
 */
export const confirm = ({ openedBy, ...question }: ModalQuestion): Promise<boolean> =>
  enqueue({ ...question, openedBy: openedBy ?? 'act' });

function enqueue({ signal, ...message }: Omit<Shown, 'answer'>): Promise<boolean> {
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const shown: Shown = {
      ...message,
      answer: (isConfirmed) => {
        publish(queue.filter((entry) => entry !== shown));
        resolve(isConfirmed);
      },
    };
    signal?.addEventListener('abort', () => shown.answer(false));
    publish([...queue, shown]);
  });
}

function publish(next: readonly Shown[]): void {
  queue = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Where modal messages and questions appear, one at a time; once a shell. */
export function ModalOutlet() {
  const [message] = useSyncExternalStore(subscribe, () => queue);
  const close = useRef<HTMLButtonElement>(null);
  if (!message) return null;
  const isQuestion = message.confirmLabel !== undefined;
  const { openedBy } = message;
  return (
    <Dialog
      open
      {...(openedBy === 'itself' ? { openedBy } : { openedBy, initialFocus: close })}
      mustAnswer
      size="small"
      title={message.title}
      text={message.text}
      onClose={() => message.answer(false)}
      footer={
        <>
          <Button ref={close} variant={isQuestion ? 'secondary' : 'primary'} onClick={() => message.answer(false)}>
            {message.closeLabel ?? (isQuestion ? 'Cancel' : 'OK')}
          </Button>
          {isQuestion && (
            <Button variant={message.danger ? 'danger' : 'primary'} onClick={() => message.answer(true)}>
              {message.confirmLabel}
            </Button>
          )}
        </>
      }
    >
      {message.detail !== undefined && <DialogDetail>{message.detail}</DialogDetail>}
    </Dialog>
  );
}
