import { layoutActWordings } from '#shared/term-reports/layouts/wordings.ts';
import { undoableActs } from '#shared/undo/contract.ts';
import { ConflictError } from '../platform/errors.ts';
import { byRecords, type UndoOfKind, undoableKinds } from '../platform/undo/undo-calls.ts';
import {
  CardLayoutEntity,
  type LayoutChanged,
  LayoutInUseEntity,
  layoutAuditSubject,
  undoableLayouts,
} from './report-cards/layouts/card-layouts.ts';

/** Restores what an act on a layout changed, all of it or nothing, while nobody has changed it since. */
const undoLayoutAct: UndoOfKind<LayoutChanged>['undo'] = byRecords(({ act, details: { layoutId } }) => ({
  of: [CardLayoutEntity, LayoutInUseEntity],
  compared: ({ kind }) => (kind === CardLayoutEntity.name ? ['saves'] : ['layoutId', 'version']),
  isWhole: true,
  rest: () => ({
    trail: {
      subject: layoutAuditSubject(layoutId),
      changes: [{ field: 'undone', before: act.what, after: null }],
    },
    // As the saves of a draft themselves.
    logKind: act.change.kind === 'draft saved' ? null : undefined,
  }),
  nothingBack: () => new ConflictError(layoutActWordings.changedSince),
  what: 'this layout',
}));

export const layoutActs = undoableKinds(
  undoableLayouts,
  { openTo: undoableActs['card-layouts'] },
  {
    'draft begun': { undo: undoLayoutAct },
    'draft saved': { undo: undoLayoutAct },
    'draft deleted': { undo: undoLayoutAct },
    'layout published': { undo: undoLayoutAct },
  },
);
