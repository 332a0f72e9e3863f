import { isDeepStrictEqual } from 'node:util';
import { canDeleteAssessment } from '#shared/marks/field-names.ts';
import type { AssessmentDetails, ChangedAssessment } from '#shared/marks/mark-book/history-calls.ts';
import type { Mark } from '#shared/marks/mark-words.ts';
import { markBookRefusals, markSheetRefusals } from '#shared/marks/wordings.ts';
import { AppError, ConflictError, ValidationError } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/requests/call-handler.ts';
import type { Caller } from '../../../platform/requests/caller.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { readItems } from '../../../platform/table/table.ts';
import { type AssessmentItem, assessmentKey, readLinesOfStudents } from '../../records/course-work.ts';
import { writeAssessment } from '../assessments/assessment-store.ts';
import { applyStoredTotalToMarks } from '../assessments/change-lines.ts';
import { deleteAssessmentWithMarks } from '../assessments/delete-assessment.ts';
import { isDeletedAssessmentExpired, restoreAssessmentWithMarks } from '../assessments/restore-assessment.ts';
import { requireTotalAboveMarks } from '../assessments/save-assessment.ts';
import type { OpenPage } from '../mark-book-page.ts';
import { type PageSnapshot, toAssessmentDetails } from './page-snapshot.ts';

interface Shown {
  assesment_number: number;
  /** What the caller was shown. */
  now: AssessmentDetails;
}

interface Restoring {
  page: OpenPage;
  snapshot: PageSnapshot;
  shown: readonly Shown[];
  caller: Caller;
}

/** Restores a page's assessments to a moment, each only if it still is what the caller was shown. */
export class AssessmentRestorer {
  restored = 0;
  readonly left: (ChangedAssessment & { reason: string })[] = [];
  readonly #parts: Restoring;
  /** Marks that were restored with their assessment, by student and number. */
  readonly #returned = new Map<string, Mark>();
  readonly #done = new Set<number>();

  constructor(parts: Restoring) {
    this.#parts = parts;
  }

  /** A mark that was restored with its assessment. */
  returnedMark = (studentId: string, number: number): Mark | undefined => this.#returned.get(`${studentId} ${number}`);

  /** Assessments that restored marks may need: deleted ones, and those whose total is lower now. */
  async restoreForMarks(request: RequestFacts): Promise<void> {
    for (const shown of this.#parts.shown) {
      const was = this.#parts.snapshot.assessment(shown.assesment_number);
      const isLowered = was === null || (was.total ?? 0) < (shown.now?.total ?? 0);
      if (!isLowered) await this.#changeLine(shown, was, request);
    }
  }

  /** The others: assessments added since, and those whose total was lower then. */
  async restoreAfterMarks(request: RequestFacts): Promise<void> {
    for (const shown of this.#parts.shown) {
      if (!this.#done.has(shown.assesment_number)) {
        await this.#changeLine(shown, this.#parts.snapshot.assessment(shown.assesment_number), request);
      }
    }
  }

  async #changeLine(shown: Shown, was: AssessmentDetails, request: RequestFacts): Promise<void> {
    const number = shown.assesment_number;
    this.#done.add(number);
    const own = { ...request, idempotencyKey: `${request.idempotencyKey}/${number}` };
    try {
      await this.#change({ ...shown, was, request: own });
      this.restored += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const item = await this.#stored(number);
      const stamp = { by: item?.by ?? null, at: item?.at ?? null };
      const [reason] = error instanceof ValidationError ? Object.values(error.fields).flat() : [error.message];
      this.left.push({
        assesment_number: number,
        was,
        now: toAssessmentDetails(item),
        ...stamp,
        reason: reason ?? error.message,
      });
    }
  }

  async #change({
    assesment_number: number,
    now,
    was,
    request,
  }: Shown & { was: AssessmentDetails; request: RequestFacts }): Promise<void> {
    const { page, caller } = this.#parts;
    const { formLevel } = page;
    const context = { page: page.key, number, formLevel, by: { caller, request } };
    let stored = await this.#stored(number);
    if (isDeepStrictEqual(toAssessmentDetails(stored), was)) return;
    if (!isDeepStrictEqual(toAssessmentDetails(stored), now))
      throw new ConflictError(markSheetRefusals.changedMeanwhile);
    if (was === null && canDeleteAssessment(number)) {
      await deleteAssessmentWithMarks(context, this.#keys());
      return;
    }
    if (stored?.deletedAt !== undefined) {
      if (isDeletedAssessmentExpired(stored, request.now)) throw new ConflictError(markBookRefusals.assessmentExpired);
      const marks = await restoreAssessmentWithMarks(stored, context);
      for (const [studentId, { mark }] of marks) {
        if (mark !== null) this.#returned.set(`${studentId} ${number}`, mark);
      }
      stored = await this.#stored(number);
      if (isDeepStrictEqual(toAssessmentDetails(stored), was)) return;
    }
    const total = was?.total ?? undefined;
    requireTotalAboveMarks({
      lines: await readLinesOfStudents(this.#keys()),
      number,
      before: stored?.total,
      after: total,
    });
    const details = Object.entries(was ?? {}).filter(([, value]) => value !== null);
    const outcome = await writeAssessment({
      assessment: { page: page.key, number, ...Object.fromEntries(details) },
      before: stored,
      by: { caller, request: { ...request, idempotencyKey: `${request.idempotencyKey}/details` } },
    });
    if (isRefused(outcome)) throw new ConflictError(markSheetRefusals.changedMeanwhile);
    await applyStoredTotalToMarks({
      ...context,
      by: { caller, request: { ...request, idempotencyKey: `${request.idempotencyKey}/total` } },
    });
  }

  #keys() {
    const { students, year, term, subjectId } = this.#parts.page;
    return students.map(({ studentId }) => ({ studentId, year, term, subjectId }));
  }

  async #stored(number: number): Promise<AssessmentItem | undefined> {
    return (await readItems({ stored: assessmentKey(this.#parts.page.key, number) })).stored;
  }
}
