import type { Output } from '#shared/http/contract.ts';
import { formLevels, levelName } from '#shared/people/form-level.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { setBack } from '#shared/term-reports/layouts/edit-layout.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';
import { LayoutBlocks } from './layout-blocks.tsx';
import { LayoutColumns } from './layout-columns.tsx';
import { LayoutCrest } from './layout-crest.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import styles from './layouts.module.css';
import { type StoredLayout, useDraft } from './use-draft.ts';

type InUse = Output<typeof termReportsContract.listCardLayouts>['in_use'];

interface LayoutEditorProps {
  stored: StoredLayout;
  inUse: InUse;
  /** Reads again what is stored. */
  onChanged: () => void;
  /** The same, and shows it in place of what was changed here. */
  onReload: () => void;
}

const termTitle = (term: number): string => `Term ${term}`;

/** A layout beside the card of a real student. A change saves itself as a draft; what is published is printed. */
export function LayoutEditor({ stored, inUse, onChanged, onReload }: LayoutEditorProps) {
  const { draft, saves, isSaved, problem, change, retry } = useDraft(stored, onChanged);
  const { layout, levels, terms } = draft;
  const { act, isBusy, problem: refused } = useAct({ onEnd: onChanged });
  const setLayout = (next: CardLayout) => change({ layout: next });
  const publish = () =>
    act(async () => {
      const input = { layout_id: stored.layout_id, saves };
      const { students, undo } = await call(termReportsContract.publishCardLayout, input);
      offerUndo({ message: say.published(students), undo: undoOf(undo), onDone: onReload });
    });
  const used = inUse.filter(({ layout_id: id }) => id === stored.layout_id);
  const [first] = used;
  return (
    <div className={styles.beside}>
      <Stack gap={16}>
        <Panel gap={12}>
          <Row justify="between" gap={12} wrap>
            <Muted role="status">{problem ? say.notSaved : isSaved ? say.saved : say.saving}</Muted>
            <Button variant="primary" busy={isBusy} unavailable={!isSaved} onClick={publish}>
              Publish
            </Button>
          </Row>
          {problem && (
            <Alert tone="error">
              {problem} <Button onClick={retry}>Try Again</Button>{' '}
              <Button onClick={onReload}>Show What Is Saved</Button>
            </Alert>
          )}
          {refused && <Alert tone="error">{refused}</Alert>}
          <Muted>
            {first?.version
              ? say.inUse(
                  first.version,
                  used.map((one) => `${levelName(one.form_level)}, ${termTitle(one.term)}`).join('; '),
                )
              : say.notPublished}
          </Muted>
          <TextField
            label="Name"
            limit={40}
            value={layout.name}
            onChange={(event) => setLayout({ ...layout, name: event.currentTarget.value })}
          />
          <TextField
            label="Title of the card"
            limit={30}
            value={layout.title}
            onChange={(event) => setLayout({ ...layout, title: event.currentTarget.value })}
          />
          <MultiSelect
            label="Forms"
            options={formLevels.map(levelName)}
            value={levels.map(levelName)}
            onValueChange={(names) => change({ levels: formLevels.filter((one) => names.includes(levelName(one))) })}
          />
          <MultiSelect
            label="Terms"
            options={([1, 2, 3] as const).map(termTitle)}
            value={terms.map(termTitle)}
            onValueChange={(names) =>
              change({ terms: ([1, 2, 3] as const).filter((one) => names.includes(termTitle(one))) })
            }
          />
          <Select
            label="Paper"
            options={[
              { value: 'A4', label: 'A4' },
              { value: 'Letter', label: 'Letter' },
            ]}
            value={layout.paper}
            onValueChange={(paper) => setLayout({ ...layout, paper })}
          />
          <Select
            label="Head"
            options={[
              { value: 'beside', label: 'Name and address side by side' },
              { value: 'centred', label: 'Centred' },
            ]}
            value={layout.head}
            onValueChange={(head) => setLayout({ ...layout, head })}
          />
          <LayoutCrest layout={layout} onChange={setLayout} />
          <Select
            label="Grades"
            options={[
              { value: 'letters', label: 'Letters' },
              { value: 'words', label: 'Words' },
            ]}
            value={layout.grades}
            onValueChange={(grades) => setLayout({ ...layout, grades })}
          />
          <Select
            label="Pages"
            options={[
              { value: '1', label: 'One' },
              { value: '2', label: 'Two, with the lower half behind' },
            ]}
            value={layout.back ? '2' : '1'}
            onValueChange={(pages) =>
              setLayout(setBack(layout, pages === '1' ? null : Math.ceil(layout.front.length / 2)))
            }
          />
        </Panel>
        <Panel gap={12}>
          <LayoutBlocks layout={layout} onChange={setLayout} />
        </Panel>
        <Panel gap={12}>
          <LayoutColumns layout={layout} onChange={setLayout} />
        </Panel>
      </Stack>
      <LayoutPreview layoutId={stored.layout_id} saves={saves} levels={levels} />
    </div>
  );
}
