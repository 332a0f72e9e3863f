import { fileKey } from '#shared/http/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { layoutActWordings } from '#shared/term-reports/layouts/wordings.ts';
import type { ActOutcome } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { Authorship } from '../../../platform/table/audit.ts';
import { entity } from '../../../platform/table/entity.ts';
import { undoableActions } from '../../../platform/undo/undoable-actions.ts';
import { listChangedParts } from './changed-parts.ts';

type Term = 1 | 2 | 3;

/** Which cards have a layout. */
export interface LayoutScope {
  /** Form levels. */
  levels: number[];
  terms: Term[];
}

/** A layout that the office works on. Nothing is printed by it until it is published. */
export interface CardLayoutItem extends LayoutScope {
  layoutId: string;
  draft: CardLayout;
  /** Counts the saves: a save is made on the condition of the one that was seen. */
  saves: number;
  /** The last published version, from 1; 0 for none. */
  published: number;
  /** ISO 8601; of the last save. */
  savedAt: string;
  savedBy: string;
}

export const CardLayoutEntity = entity<CardLayoutItem>()({
  name: 'card-layout',
  pk: 'card-layouts',
  sk: 'draft#${layoutId}',
});

/** A layout as it was published, never changed. */
export interface PublishedLayoutItem extends LayoutScope {
  layoutId: string;
  version: number;
  layout: CardLayout;
  /** ISO 8601. */
  publishedAt: string;
  publishedBy: string;
}

export const PublishedLayoutEntity = entity<PublishedLayoutItem>()({
  name: 'published-layout',
  pk: 'card-layouts',
  sk: 'version#${layoutId}#${version}',
});

/** The published layout of a form level and term; where there is none, that of the school file. */
export interface LayoutInUseItem {
  formLevel: number;
  term: Term;
  layoutId: string;
  version: number;
  layout: CardLayout;
}

export const LayoutInUseEntity = entity<LayoutInUseItem>()({
  name: 'layout-in-use',
  pk: 'card-layouts',
  sk: 'use#${term}#${formLevel}',
  open: 'how cards are printed from now on: a posted card keeps the layout of its copy',
});

/** An act on layouts. Its records go back as they were; a published version stays, unused. */
export interface LayoutChanged {
  kind: 'draft begun' | 'draft saved' | 'draft deleted' | 'layout published';
  details: { layoutId: string };
}

/** The acts on layouts of report cards that can be undone. */
export const undoableLayouts = undoableActions<LayoutChanged>('card-layouts');

/** The file of a crest: its name is the SHA-256 of its bytes, so that a posted card has the crest of then. */
export const crestKey = (hash: string): string => fileKey('crests', hash);

/** Names a layout in the audit trail. */
export const layoutAuditSubject = (layoutId: string): string => `card-layout#${layoutId}`;

export const cardLayoutKey = (layoutId: string) => CardLayoutEntity.key({ layoutId });

/** The layouts that the office works on, and which cards have which layout. Two queries. */
export async function listCardLayouts(): Promise<{ layouts: CardLayoutItem[]; inUse: LayoutInUseItem[] }> {
  const [layouts, ...ofTerms] = await Promise.all([
    CardLayoutEntity.query({}),
    ...([1, 2, 3] as const).map((term) => LayoutInUseEntity.query({ term })),
  ]);
  return { layouts, inUse: ofTerms.flat() };
}

/** The versions of a layout, the latest first. One query. */
export const listPublishedLayouts = async (layoutId: string): Promise<PublishedLayoutItem[]> =>
  (await PublishedLayoutEntity.query({ layoutId })).sort((a, b) => b.version - a.version);

/**
 * Saves a draft, or begins one. A screen saves after each change: the office log has the beginning alone. `refused`:
 * somebody else has saved since `before` was read.
 */
export function saveDraft(
  { layoutId, draft, levels, terms }: Pick<CardLayoutItem, 'layoutId' | 'draft' | 'levels' | 'terms'>,
  { before, by }: { before: CardLayoutItem | undefined; by: Authorship },
): Promise<ActOutcome> {
  const saved = { draft, levels, terms, savedAt: by.request.now.toISOString(), savedBy: by.caller.name };
  return commit({
    by,
    changes: [
      before
        ? CardLayoutEntity.change(before, {
            set: { ...saved, saves: before.saves + 1 },
            where: { saves: before.saves },
          })
        : CardLayoutEntity.create({ layoutId, ...saved, saves: 1, published: 0 }),
    ],
    undo: undoableLayouts.keep({
      change: { kind: before ? 'draft saved' : 'draft begun', details: { layoutId } },
      what: before
        ? layoutActWordings.saved(draft.name, listChangedParts(before, { draft, levels, terms }))
        : layoutActWordings.begun(draft.name),
      of: [CardLayoutEntity],
    }),
    logKind: before ? null : undefined,
    trail: {
      subject: layoutAuditSubject(layoutId),
      changes: [{ field: 'draft', before: before?.draft ?? null, after: draft }],
    },
  });
}

/**
 * Deletes a draft that no cards have; its versions stay. `refused`: somebody else has saved or published it since it
 * was read.
 */
export function deleteDraft(draft: CardLayoutItem, by: Authorship): Promise<ActOutcome> {
  const { layoutId } = draft;
  return commit({
    by,
    changes: [CardLayoutEntity.deleted(draft, ['saves', 'published'])],
    undo: undoableLayouts.keep({
      change: { kind: 'draft deleted', details: { layoutId } },
      what: layoutActWordings.deleted(draft.draft.name),
      of: [CardLayoutEntity],
    }),
    trail: {
      subject: layoutAuditSubject(layoutId),
      changes: [{ field: 'draft', before: draft.draft, after: null }],
    },
  });
}

/**
 * Publishes a draft as its next version: from now on the cards of its form levels and terms have it, and no others.
 * `refused`: the draft, or which cards have which layout, has changed since it was read.
 */
export function publishLayout(
  draft: CardLayoutItem,
  { inUse, by }: { inUse: readonly LayoutInUseItem[]; by: Authorship },
): Promise<ActOutcome> {
  const { layoutId, draft: layout, levels, terms, saves } = draft;
  const version = draft.published + 1;
  const wanted = terms.flatMap((term) => levels.map((formLevel) => ({ term, formLevel })));
  const isWanted = (one: LayoutInUseItem) =>
    wanted.some(({ term, formLevel }) => term === one.term && formLevel === one.formLevel);
  const used = wanted.map((place) => {
    const before = inUse.find(({ term, formLevel }) => term === place.term && formLevel === place.formLevel);
    return before
      ? LayoutInUseEntity.change(before, {
          set: { layoutId, version, layout },
          where: { layoutId: before.layoutId, version: before.version },
        })
      : LayoutInUseEntity.create({ ...place, layoutId, version, layout });
  });
  const left = inUse
    .filter((one) => one.layoutId === layoutId && !isWanted(one))
    .map((one) => LayoutInUseEntity.deleted(one, ['layoutId', 'version']));
  return commit({
    by,
    changes: [
      CardLayoutEntity.update(
        { layoutId },
        { set: { published: version }, where: { saves, published: draft.published } },
      ),
      PublishedLayoutEntity.create({
        layoutId,
        version,
        layout,
        levels,
        terms,
        publishedAt: by.request.now.toISOString(),
        publishedBy: by.caller.name,
      }),
      ...used,
      ...left,
    ],
    undo: undoableLayouts.keep({
      change: { kind: 'layout published', details: { layoutId } },
      what: layoutActWordings.published(layout.name),
      of: [LayoutInUseEntity],
    }),
    trail: {
      subject: layoutAuditSubject(layoutId),
      changes: [{ field: 'published', before: draft.published, after: { version, name: layout.name, levels, terms } }],
    },
  });
}
