import * as z from 'zod/mini';
import type { CallRow, Contract } from '../http/contract.ts';
import { documentBytes, formLevel, formLevelInPath, id, moment, term } from '../http/fields.ts';
import { undoId } from '../undo/calls.ts';
import { draftLayoutText } from './layouts/layout-text.ts';
import { crestWordings, cardLayoutWordings as say } from './layouts/wordings.ts';

const ofOffice = { who: ['Admin'], menu: ['postReports'] } as const satisfies Partial<CallRow>;

/** Bytes. */
const largestCrest = 1_000_000;

const unique = <T>(values: readonly T[]): boolean => new Set(values).size === values.length;

/** Which cards have a layout. */
const scope = () => ({
  levels: z.array(formLevel).check(z.minLength(1, say.noLevels), z.maxLength(7), z.refine(unique)),
  terms: z.array(term).check(z.minLength(1, say.noTerms), z.maxLength(3), z.refine(unique)),
});

/** How often the draft was saved as the user saw it; 0 for one that is new. 409 where somebody has saved since. */
const saves = z.lazy(() => z.int().check(z.gte(0)));
const savesInPath = z.lazy(() =>
  z.pipe(z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'A number is expected here.')), z.transform(Number)), saves),
);

/** Layouts of report cards (rule 66, ADR 0108): drafts, what is published, and how a card of a student looks in one. */
export const layoutCalls = {
  /**
   * The layouts that the office works on, and which cards have which layout now; with `layout_id` the published
   * versions of that one, too.
   */
  listCardLayouts: {
    ...ofOffice,
    method: 'GET',
    path: '/api/card-layouts',
    input: () => z.strictObject({ layout_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        layouts: z.array(
          z.strictObject({
            layout_id: id,
            /** The JSON of the draft (`CardLayout`). */
            draft: z.string(),
            levels: z.array(formLevel),
            terms: z.array(term),
            saves,
            /** The last published version; 0 for none. */
            published: z.int(),
            saved_at: moment,
            saved_by: z.string(),
          }),
        ),
        /** Of each form level and term; `layout_id` is null where the school file decides. */
        in_use: z.array(
          z.strictObject({
            form_level: formLevel,
            term,
            name: z.string(),
            layout_id: z.nullable(id),
            version: z.nullable(z.int()),
          }),
        ),
        /** The JSON of each layout to begin with: ours, and those of the school file. */
        shipped: z.array(z.string()),
        /** For groups, by title. */
        subjects: z.array(z.strictObject({ id, title: z.string() })),
        /** The latest first; empty where none is asked for. */
        versions: z.array(
          z.strictObject({
            version: z.int(),
            /** The JSON of the layout. */
            layout: z.string(),
            levels: z.array(formLevel),
            terms: z.array(term),
            published_at: moment,
            published_by: z.string(),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /** Saves a draft, which changes no card; without `layout_id` a new one. */
  saveCardLayout: {
    ...ofOffice,
    method: 'POST',
    path: '/api/card-layouts',
    input: () => z.strictObject({ layout_id: z.optional(id), layout: draftLayoutText(), ...scope(), saves }),
    output: () => z.strictObject({ layout_id: id, saves, undo: undoId }),
    needs: { table: 'write' },
  },
  /**
   * Deletes a draft; its published versions stay, because posted cards have them. 409 where cards have the layout now.
   */
  deleteCardLayout: {
    ...ofOffice,
    method: 'DELETE',
    path: '/api/card-layouts',
    input: () => z.strictObject({ layout_id: id, saves }),
    output: () => z.strictObject({ layout_id: id, undo: undoId }),
    needs: { table: 'write' },
  },
  /**
   * Publishes a draft: from now on the cards of its forms and terms have it, and posted cards stay as they are. 422
   * where it contradicts itself, names a subject that the school does not have, leaves out what is written of a student
   * of the current term, or has no room for one; each by its place in the layout.
   */
  publishCardLayout: {
    ...ofOffice,
    method: 'POST',
    path: '/api/card-layouts-publish',
    input: () => z.strictObject({ layout_id: id, saves }),
    output: () =>
      z.strictObject({
        layout_id: id,
        version: z.int(),
        /** How many students' cards were laid out in it. */
        students: z.int(),
        undo: undoId,
      }),
    kind: 'documents',
    needs: { table: 'write', files: { crests: ['read'] } },
  },
  /** Keeps a crest or signature for layouts to name. PNG and JPEG alone: the card's file holds what it is sent. */
  addCrest: {
    ...ofOffice,
    method: 'POST',
    path: '/api/card-crest',
    accepts: 'multipart/form-data',
    input: () => z.strictObject({ file: z.file().check(z.maxSize(largestCrest, crestWordings.tooLarge)) }),
    output: () =>
      z.strictObject({
        /** For `crest` of a layout, and `picture` of the principal. */
        crest: z.string(),
        /** Pixels. */
        width: z.int(),
        height: z.int(),
      }),
    kind: 'documents',
    needs: { table: 'write', files: { crests: ['write'] } },
  },
  /**
   * What publishing a draft would refuse for the students of a form level in the current term, each by its place; and
   * these by how much is written of them: the longest, the shortest, and then downwards.
   */
  checkCardLayout: {
    ...ofOffice,
    method: 'GET',
    path: '/api/card-layouts-publish',
    input: () => z.strictObject({ layout_id: id, saves: savesInPath, form_level: formLevelInPath }),
    output: () =>
      z.strictObject({
        problems: z.array(z.strictObject({ place: z.string(), message: z.string() })),
        students: z.array(z.strictObject({ student_id: id, name: z.string(), class_id: id, characters: z.int() })),
      }),
    kind: 'documents',
    needs: { table: 'read', files: { crests: ['read'] } },
  },
  /**
   * The card of a student in the current term as it is now, in a draft: what would be printed, byte by byte. A frame
   * loads it (ADR 0005). 409 where the draft has been saved since, or contradicts itself.
   */
  previewCardLayout: {
    ...ofOffice,
    method: 'GET',
    path: '/api/card-layout-preview',
    input: () => z.strictObject({ layout_id: id, saves: savesInPath, student_id: id }),
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'read', files: { crests: ['read'] } },
  },
} as const satisfies Contract;
