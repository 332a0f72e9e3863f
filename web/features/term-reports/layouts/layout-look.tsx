import { formLevels, levelName } from '#shared/people/form-level.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { setBack } from '#shared/term-reports/layouts/edit-layout.ts';
import { termOfYear } from '#shared/term-reports/layouts/wordings.ts';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { LayoutPicture } from './layout-picture.tsx';
import type { Draft } from './use-draft.ts';

interface LayoutLookProps {
  draft: Draft;
  onChange: (change: Partial<Draft>) => void;
}

/** What the whole card has: its names, which cards have it, paper, head and pages. */
export function LayoutLook({ draft: { layout, levels, terms }, onChange }: LayoutLookProps) {
  const setLayout = (next: CardLayout) => onChange({ layout: next });
  const { crest, ...withoutCrest } = layout;
  return (
    <>
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
        onValueChange={(names) => onChange({ levels: formLevels.filter((one) => names.includes(levelName(one))) })}
      />
      <MultiSelect
        label="Terms"
        options={([1, 2, 3] as const).map(termOfYear)}
        value={terms.map(termOfYear)}
        onValueChange={(names) =>
          onChange({ terms: ([1, 2, 3] as const).filter((one) => names.includes(termOfYear(one))) })
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
      <LayoutPicture
        name="Crest"
        picture={crest}
        onChange={(next) => setLayout({ ...withoutCrest, ...(next && { crest: next }) })}
      />
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
        onValueChange={(pages) => setLayout(setBack(layout, pages === '1' ? null : Math.ceil(layout.front.length / 2)))}
      />
    </>
  );
}
