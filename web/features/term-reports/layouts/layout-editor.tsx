import { Trash2 } from 'lucide-react';
import type { Output } from '#shared/http/contract.ts';
import { levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { partTitles as parts, layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { layoutActWordings, termOfYear } from '#shared/term-reports/layouts/wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { LayoutBlocks } from './layout-blocks.tsx';
import { LayoutColumns } from './layout-columns.tsx';
import { LayoutGroups } from './layout-groups.tsx';
import { LayoutLook } from './layout-look.tsx';
import { LayoutMarkWords } from './layout-mark-words.tsx';
import { LayoutFacts, LayoutSignatories } from './layout-people.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import { LayoutVersions } from './layout-versions.tsx';
import styles from './layouts.module.css';
import { FoldedPart } from './order-line.tsx';
import { type StoredLayout, useDraft } from './use-draft.ts';

type Listed = Output<typeof termReportsContract.listCardLayouts>;

interface LayoutEditorProps {
  stored: StoredLayout;
  inUse: Listed['in_use'];
  /** Of the school, by title. */
  subjects: Listed['subjects'];
  /** Reads again what is stored. */
  onChanged: () => void;
  /** The same, and shows it in place of what was changed here. */
  onReload: () => void;
}

/** A layout beside the card of a real student. A change saves itself as a draft; what is published is printed. */
export function LayoutEditor({ stored, inUse, subjects, onChanged, onReload }: LayoutEditorProps) {
  const { draft, saves, isSaved, blank, problem, isOvertaken, change, retry, keepMine } = useDraft(stored, onChanged);
  const { layout, levels } = draft;
  const { act, busy, problem: refused } = useAct({ onEnd: onChanged });
  const setLayout = (next: CardLayout) => change({ layout: next });
  const publish = () =>
    act(async () => {
      const input = { layout_id: stored.layout_id, saves };
      const { students, undo } = await call(termReportsContract.publishCardLayout, input);
      offerUndo({ message: say.published(students), undo: undoOf(undo), onDone: onReload });
    }, 'publish');
  const remove = () =>
    act(async () => {
      const { undo } = await call(termReportsContract.deleteCardLayout, { layout_id: stored.layout_id, saves });
      offerUndo({ message: layoutActWordings.deleted(layout.name), undo: undoOf(undo), onDone: onReload });
    }, 'delete');
  const used = inUse.filter(({ layout_id: id }) => id === stored.layout_id);
  const [first] = used;
  return (
    <div className={styles.beside}>
      <Stack gap={16}>
        <Panel gap={12}>
          <Row justify="between" gap={12} wrap>
            <Muted role="status">{problem || blank ? say.notSaved : isSaved ? say.saved : say.saving}</Muted>
            <Button variant="primary" busy={busy === 'publish'} unavailable={!isSaved} onClick={publish}>
              Publish
            </Button>
          </Row>
          {problem && (
            <Alert tone="error">
              {problem}{' '}
              {isOvertaken ? (
                <Button busy={stored.saves === saves} onClick={keepMine}>
                  {say.keepMine}
                </Button>
              ) : (
                <Button onClick={retry}>Try Again</Button>
              )}{' '}
              <Button onClick={onReload}>{isOvertaken ? say.takeTheirs : 'Show What Is Saved'}</Button>
            </Alert>
          )}
          {blank && <Alert tone="warning">{say.blank(blank)}</Alert>}
          {refused && <Alert tone="error">{refused}</Alert>}
          <Muted>
            {first?.version
              ? say.inUse(
                  first.version,
                  used.map((one) => `${levelName(one.form_level)}, ${termOfYear(one.term)}`).join('; '),
                )
              : say.notPublished}
          </Muted>
          <LayoutLook draft={draft} onChange={change} />
          <Row justify="end">
            <Button variant="quiet" icon={Trash2} busy={busy === 'delete'} unavailable={!isSaved} onClick={remove}>
              Delete Layout
            </Button>
          </Row>
        </Panel>
        <Panel gap={12}>
          <FoldedPart title={parts.blocks} isOpen>
            <LayoutBlocks layout={layout} onChange={setLayout} />
          </FoldedPart>
          <FoldedPart title={parts.columns}>
            <LayoutColumns layout={layout} onChange={setLayout} />
          </FoldedPart>
          <FoldedPart title={parts.groups}>
            <LayoutGroups layout={layout} onChange={setLayout} subjects={subjects} />
          </FoldedPart>
          {layout.marksInWords && (
            <FoldedPart title={parts.marksInWords}>
              <LayoutMarkWords layout={layout} onChange={setLayout} />
            </FoldedPart>
          )}
          <FoldedPart title={parts.facts}>
            <LayoutFacts layout={layout} onChange={setLayout} />
          </FoldedPart>
          <FoldedPart title={parts.signatories}>
            <LayoutSignatories layout={layout} onChange={setLayout} />
          </FoldedPart>
          <LayoutVersions layoutId={stored.layout_id} onTake={change} />
        </Panel>
      </Stack>
      <LayoutPreview layout={layout} layoutId={stored.layout_id} saves={saves} levels={levels} />
    </div>
  );
}
