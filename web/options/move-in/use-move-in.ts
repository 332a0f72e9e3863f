import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type MoveInPreview, type MoveInRun, moveInContract } from '#shared/options/move-in/contract.ts';
import type { NamedKind } from '#shared/options/move-in/kinds.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { explain } from '../../acts/attempt.ts';
import { useAct } from '../../acts/use-act.ts';
import { call } from '../../api/call.ts';
import { ApiError, messageOf, NetworkError } from '../../api/errors.ts';
import { useFollowedRun } from '../../runs/use-run.ts';
import { useLeaveGuard } from '../../session/leave-guard.ts';
import { useFileReading } from '../../uploads/file-reading.tsx';
import { useSentMove } from './use-sent-move.ts';

const { previewMoveIn, startMoveIn, readMoveIn } = moveInContract;

/** Texts by the names of their cells. */
type Cells = Readonly<Record<string, string>>;

export interface ReadFile {
  file: File;
  preview: MoveInPreview;
}

/** A file that is chosen, read, answered, corrected and stored. Each answer has the server read the file again. */
export function useMoveIn() {
  const queries = useQueryClient();
  const [read, setRead] = useState<ReadFile | null>(null);
  const [end, setEnd] = useState<MoveInRun | null>(null);
  const said = useRef<SaidOfFile>({});
  /** The same for what is drawn: an answer shows before the file is read again. */
  const [answers, setAnswers] = useState<SaidOfFile>({});
  const setSaid = (now: SaidOfFile) => {
    said.current = now;
    setAnswers(now);
  };
  const [typed, setTyped] = useState<Cells>({});
  useLeaveGuard(Object.keys(typed).length > 0, () => setTyped({}));
  const { act, isBusy, problem, setProblem } = useAct({
    onFailed: (error) => {
      // Without an answer it may be stored all the same; a page that is loaded again has none.
      if (!(error instanceof NetworkError)) sent.end();
      setProblem(error instanceof NetworkError ? wordings.notReached : messageOf(error));
      // The school is not as it was: the list is made again.
      if (error instanceof ApiError && error.status === 409 && read) void reading.read(read.file);
    },
  });
  const reading = useFileReading({
    send: (file, options) => call(previewMoveIn, { file, said: JSON.stringify(said.current) }, options),
    onRead: (preview: MoveInPreview, file) => {
      setRead({ file, preview });
      // What was typed meanwhile is not in it.
      const { cells = {} } = said.current;
      setTyped((now) => Object.fromEntries(Object.entries(now).filter(([cell, text]) => cells[cell] !== text)));
    },
    failed: wordings.readFailed,
  });
  const run = useFollowedRun(readMoveIn, {
    name: 'move-in',
    onEnd: async (ended) => {
      if ('error' in ended) return explain(ended.error, setProblem);
      setRead(null);
      setEnd(ended.answer);
      // Whatever another screen shows may have changed.
      await queries.invalidateQueries();
    },
  });
  const sent = useSentMove({
    onFound: (found) => void run.start({ run: found }),
    onNothing: () => setProblem(wordings.notKnown),
  });
  const choose = (file: File) => {
    setSaid({});
    setTyped({});
    setEnd(null);
    setRead(null);
    setProblem(null);
    return reading.read(file);
  };
  /** Whatever is answered, the cells that are typed go with it: the file is read again, and its rows are others. */
  const say = (more: SaidOfFile) => {
    const cells = { ...said.current.cells, ...typed };
    setSaid({ ...said.current, ...more, ...(Object.keys(cells).length > 0 ? { cells } : {}) });
    setProblem(null);
    if (read) void reading.read(read.file);
  };
  /** One idempotency key for what is shown: sent again after a lost connection, it is stored once. */
  const attempt = useRef<{ plan: string; key: string } | null>(null);
  const store = async () => {
    await act(async () => {
      const plan = read?.preview.plan;
      if (!read || plan == null) return;
      const idempotencyKey = attempt.current?.plan === plan ? attempt.current.key : crypto.randomUUID();
      attempt.current = { plan, key: idempotencyKey };
      sent.begin(idempotencyKey);
      const input = { file: read.file, said: JSON.stringify(said.current), plan };
      const begun = await call(startMoveIn, input, { idempotencyKey });
      attempt.current = null;
      sent.end();
      void run.start({ run: begun.run });
    });
  };
  return {
    read,
    answers,
    typed,
    end,
    going: run.going,
    reading,
    isBusy: isBusy || run.going !== null,
    isLooking: sent.isLooking,
    problem,
    choose,
    store,
    /** What was stored is being taken back: it is no longer said. */
    takenBack: () => setEnd(null),
    leave: () => {
      reading.cancel();
      setRead(null);
      setTyped({});
      setEnd(null);
      setProblem(null);
    },
    said: () => JSON.stringify(said.current),
    sayOrder: (day_order: SaidOfFile['day_order']) => say({ day_order }),
    sayAlike: (kind: keyof NonNullable<SaidOfFile['alike']>, answer: 'yes' | 'no') =>
      say({ alike: { ...said.current.alike, [kind]: answer } }),
    sayName: (of: NamedKind, key: string, means: string) =>
      say({ names: { ...said.current.names, [of]: { ...said.current.names?.[of], [key]: means } } }),
    saySheet: (name: string, sheet: NonNullable<SaidOfFile['sheets']>[string]) =>
      say({
        // Columns are those of a kind; a term is of the sheet.
        sheets: {
          ...said.current.sheets,
          [name]: sheet.kind === undefined ? { ...said.current.sheets?.[name], ...sheet } : sheet,
        },
      }),
    sayColumn: (name: string, column: string, field: string) => {
      const sheet = said.current.sheets?.[name];
      say({
        sheets: { ...said.current.sheets, [name]: { ...sheet, columns: { ...sheet?.columns, [column]: field } } },
      });
    },
    type: (cell: string, text: string) => setTyped((now) => ({ ...now, [cell]: text })),
    sayTyped: () => say({}),
  };
}
export type MoveInState = ReturnType<typeof useMoveIn>;
