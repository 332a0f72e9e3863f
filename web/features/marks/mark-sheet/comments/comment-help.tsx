import { BookmarkPlus, ListPlus } from 'lucide-react';
import { type RefObject, useEffect, useId, useState } from 'react';
import type { RawInput } from '#shared/http/contract.ts';
import { commentLimit } from '#shared/marks/field-names.ts';
import type { BankEntry } from '#shared/marks/mark-sheet/comment-calls.ts';
import type { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { isMarkWord } from '#shared/marks/mark-words.ts';
import { markText, totalText } from '#shared/marks/marks.ts';
import { markScreenWordings } from '#shared/marks/wordings.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { BesideRemark, type BesideRemarkProps } from '../../../../forms/beside-remark.tsx';
import { Button } from '../../../../ui/controls/button.tsx';
import { Row } from '../../../../ui/layout/row.tsx';
import { Stack } from '../../../../ui/layout/stack.tsx';
import { Muted, Text } from '../../../../ui/layout/text.tsx';
import { lazyOverlay } from '../../../../ui/overlays/lazy-overlay.tsx';
import type { CommentBankDialogProps } from './comment-bank-dialog.tsx';
import {
  type CommentedStudent,
  chooseCommentsToOffer,
  countSimilarComments,
  fillPlaceholders,
  findSlashSearch,
  insertPlaceholders,
  parseGivenNames,
  removeSlashSearch,
} from './comment-text.ts';
import styles from './comments.module.css';
import { type LastTermMarks, useAddToOwnComments, useCommentHelp } from './use-comment-bank.ts';

const CommentBankDialog = lazyOverlay<CommentBankDialogProps>(() => import('./comment-bank-dialog.tsx'));

export interface CommentHelpProps {
  /** The field that the comment is typed into. */
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  /** Where the next key goes in the text. */
  caret: number;
  onText: (text: string, caret: number) => void;
  student: { id: string; name: string };
  /** The student's total in per cent. */
  total: number | null;
  /** The other comments of the class. */
  others: () => { text: string; name: string }[];
  /** How the sheet is named to the server. */
  sheet: RawInput<typeof markSheetContract.readLastTermMarks>;
  subjectTitle: string;
  onWarning: BesideRemarkProps['onWarning'];
  /** While a comment is being chosen: where slash and search are in the text. Null: no longer. */
  onChoosing: (search: { start: number; end: number } | null) => void;
}

/**
 * Beside the comment: last term's marks and comment, kept comments to choose from, which a slash opens while typing,
 * and the number of similar comments in the class.
 */
export default function CommentHelp(props: CommentHelpProps) {
  const { area, text, caret, onText, student, total, others, sheet, subjectTitle, onWarning, onChoosing } = props;
  const { bank, last, isFailed, retry } = useCommentHelp(sheet);
  const [isBankOpen, setBankOpen] = useState(false);
  const keep = useAddToOwnComments();
  const past = last?.students.find(({ student_id }) => student_id === student.id);
  const spoken: CommentedStudent = { firstName: parseGivenNames(student.name), pronoun: past?.pronoun ?? 'they' };
  /** The slash that was closed with Escape. */
  const [closed, setClosed] = useState<number | null>(null);
  const [marked, setMarked] = useState(0);
  /** The chosen comment that did not fit. */
  const [tooLong, setTooLong] = useState<string | null>(null);
  const listId = useId();

  const slash = findSlashSearch(text, caret);
  const isAsked = slash !== null && slash.start !== closed;
  // The student's pronoun comes with last term's marks; until then nothing is offered.
  const isOnItsWay = isAsked && last === undefined && !isFailed;
  const found =
    isAsked && !isOnItsWay
      ? chooseCommentsToOffer(bank ?? [], { subjectId: sheet.subject_id, total, search: slash.search }).slice(0, 8)
      : [];
  const at = Math.min(marked, found.length - 1);
  const offered = found.map(({ id, text: kept }) => ({ id, text: fillPlaceholders(kept, spoken) }));
  /** The comment with a chosen one in place of the slash and its search. */
  const withChosen = (chosen: string) => text.slice(0, slash?.start) + chosen + text.slice(caret);
  const fits = (chosen: string) => withChosen(chosen).length <= commentLimit;
  const insert = (chosen: string) => {
    if (!slash) return;
    if (!fits(chosen)) {
      setTooLong(chosen);
      return;
    }
    const end = slash.start + chosen.length;
    onText(withChosen(chosen), end);
    requestAnimationFrame(() => area.current?.setSelectionRange(end, end));
  };
  const open = () => {
    const element = area.current;
    const start = element?.selectionStart ?? text.length;
    const before = start === 0 || /\s$/.test(text.slice(0, start)) ? '/' : ' /';
    onText(text.slice(0, start) + before + text.slice(start), start + before.length);
    setClosed(null);
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(start + before.length, start + before.length);
    });
  };

  // Also where nothing is found: an abandoned search is no comment.
  const searchedFrom = isAsked ? slash.start : null;
  useEffect(
    () => onChoosing(searchedFrom === null ? null : { start: searchedFrom, end: caret }),
    [searchedFrom, caret, onChoosing],
  );

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const onKey = (event: KeyboardEvent) => {
      if (offered.length === 0 || event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) setMarked((at + step + offered.length) % offered.length);
      else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab')
        insert(offered[at]?.text ?? '');
      else if (event.key === 'Escape') setClosed(slash?.start ?? null);
      else return;
      // These keys are for the list only.
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('keydown', onKey);
    element.setAttribute('aria-autocomplete', 'list');
    if (offered.length > 0) {
      element.setAttribute('aria-controls', listId);
      element.setAttribute('aria-activedescendant', `${listId}-${at}`);
    }
    return () => {
      element.removeEventListener('keydown', onKey);
      element.removeAttribute('aria-controls');
      element.removeAttribute('aria-activedescendant');
    };
  });

  const similar = countSimilarComments(
    { text, firstName: spoken.firstName },
    others().map((other) => ({ text: other.text, firstName: parseGivenNames(other.name) })),
  );
  const written = removeSlashSearch(text, searchedFrom === null ? null : { start: searchedFrom, end: caret }).trim();
  const toKeep = insertPlaceholders(written, spoken);
  const isKept = toKeep !== '' && bank?.some((entry) => entry.scope === 'own' && entry.text === toKeep) === true;
  return (
    <Stack gap={8} above={8} className={styles.help}>
      <BesideRemark
        remark={{
          text: written,
          student: { id: student.id, ...namesIn(student.name) },
          subject: { title: subjectTitle, total },
          pronoun: spoken.pronoun,
          others: () => others().map((other) => ({ text: other.text, ...namesIn(other.name) })),
        }}
        onWarning={onWarning}
      />
      {offered.length > 0 && (
        <Stack lined role="listbox" id={listId} aria-label="Comments to choose from" className={styles.list}>
          {offered.map((one, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen one
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <div
              key={one.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.option}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => insert(one.text)}
            >
              {one.text}
              {!fits(one.text) && (
                <Muted className={styles.muted} as="span" size="12.5on18">
                  Too long to fit
                </Muted>
              )}
            </div>
          ))}
        </Stack>
      )}
      <Muted size="12.5on18" role="status">
        {isOnItsWay
          ? 'One moment: last term’s marks are being loaded.'
          : tooLong !== null && tooLong === offered[at]?.text
            ? `Too long by ${withChosen(tooLong).length - commentLimit}: at most ${commentLimit} characters. Shorten the text, or take another.`
            : offered.length > 0
              ? `${offered.length} to choose from. Enter takes one.`
              : isAsked && nothingToChoose(bank, slash.search) !== null
                ? nothingToChoose(bank, slash.search)
                : similar > 0
                  ? `${similar} similar ${similar === 1 ? 'comment' : 'comments'} in this class.`
                  : isKept && toKeep !== text
                    ? `Kept as “${toKeep}”.`
                    : bank?.length === 0
                      ? 'No comments are kept yet. Keep this one, or write some under My comments.'
                      : 'Type / to choose a kept comment.'}
      </Muted>
      <Row align="stretch" wrap gap={4} className={styles.buttons}>
        <Button variant="quiet" icon={ListPlus} disabled={!bank?.length} onClick={open}>
          Choose a comment
        </Button>
        <Button
          variant="quiet"
          icon={BookmarkPlus}
          disabled={toKeep === '' || isKept}
          busy={keep.isPending}
          onClick={() => keep.mutate({ text: toKeep, subjectId: sheet.subject_id })}
        >
          {isKept ? 'Kept' : markScreenWordings.keepThisComment}
        </Button>
        <Button variant="quiet" onClick={() => setBankOpen(true)}>
          My comments
        </Button>
      </Row>
      {isFailed ? (
        <Muted size="12.5on18">
          Last term’s marks and the kept comments could not be loaded. A kept comment says “they”.{' '}
          <Button variant="quiet" onClick={retry}>
            Retry
          </Button>
        </Muted>
      ) : (
        last && <LastTermLine last={last} past={past} />
      )}
      <CommentBankDialog
        open={isBankOpen}
        bank={bank ?? []}
        subjectId={sheet.subject_id}
        onClose={() => setBankOpen(false)}
      />
    </Stack>
  );
}

/** Of "Last, First". */
const namesIn = (name: string) => ({
  firstName: parseGivenNames(name),
  lastName: name.slice(0, Math.max(0, name.indexOf(','))),
});

/** Why a slash opens no list. Null while the kept comments are loading. */
function nothingToChoose(bank: readonly BankEntry[] | undefined, search: string): string | null {
  if (!bank) return null;
  if (bank.length === 0) return 'There is nothing to choose yet. Keep this comment, or write some under My comments.';
  return search === ''
    ? 'No kept comment is meant for this total. Type a word of one to find it.'
    : `No kept comment has “${search}”. What follows the slash is not part of the comment; Escape keeps it as text.`;
}

function LastTermLine({ last, past }: { last: LastTermMarks; past: LastTermMarks['students'][number] | undefined }) {
  const term = termTitle(last);
  const figures = [
    past?.course_mark != null && `Course ${markText(past.course_mark)}`,
    past?.exam_mark != null && `Exam ${markText(past.exam_mark)}`,
    past?.total != null && `Total ${totalText(past.total)}${isMarkWord(past.total) ? '' : ' %'}`,
  ].filter(Boolean);
  return (
    <dl className={styles.last}>
      <Muted as="dt" size="12on16" weight={600}>
        {term}
      </Muted>
      <Text as="dd" figures>
        {figures.length > 0 ? figures.join(' · ') : 'No marks'}
      </Text>
      {past?.comment && (
        <Text figures as="dd" breaks>
          {past.comment}
        </Text>
      )}
    </dl>
  );
}
