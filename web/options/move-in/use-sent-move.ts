import { useEffect, useRef, useState } from 'react';
import { moveInContract } from '#shared/options/move-in/contract.ts';
import { call } from '../../api/call.ts';
import { readDraft, removeDraft, writeDraft } from '../../session/drafts.ts';
import { useSession } from '../../session/session.ts';

/** What the device keeps while a file is sent to be stored. */
interface SentMove {
  idempotencyKey: string;
  /** Milliseconds since 1970. */
  at: number;
}

const kept = 'move-in/sent';

/** Milliseconds between two looks for the run, and after which none is expected: a call takes less than a minute. */
const pollInterval = 2000;
const longestCall = 60_000;

interface Looking {
  /** The run of a file that an earlier page sent. */
  onFound: (run: string) => void;
  /** None began. */
  onNothing: () => void;
}

/**
 * Finds the run of a file that was sent by a page which was left or loaded again before the server answered: the list
 * of acts has it under the same idempotency key.
 */
export function useSentMove(looking: Looking) {
  const userId = useSession()?.id ?? '';
  const [earlier, setEarlier] = useState(() => readDraft(userId, kept) as SentMove | undefined);
  const end = useRef(looking);
  end.current = looking;
  useEffect(() => {
    if (!earlier) return;
    let isLeft = false;
    const look = async () => {
      for (;;) {
        const acts = await call(moveInContract.listActs, { of: 'move-in' }).catch(() => []);
        if (isLeft) return;
        const found = acts.find(({ undo }) => undo.endsWith(`/${earlier.idempotencyKey}`));
        const isOver = Date.now() - earlier.at > longestCall;
        if (found || isOver) {
          removeDraft(userId, kept);
          setEarlier(undefined);
          return found ? end.current.onFound(found.undo) : end.current.onNothing();
        }
        await new Promise((resolve) => setTimeout(resolve, pollInterval));
      }
    };
    void look();
    return () => {
      isLeft = true;
    };
  }, [earlier, userId]);
  return {
    isLooking: earlier !== undefined,
    begin: (idempotencyKey: string) => writeDraft(userId, kept, { idempotencyKey, at: Date.now() } satisfies SentMove),
    end: () => removeDraft(userId, kept),
  };
}
