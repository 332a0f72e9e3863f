import { ArrowDown, ArrowUp, Columns2, X } from 'lucide-react';
import type { CardLayout, LayoutBlock, LayoutPage } from '#shared/term-reports/layouts/card-layout.ts';
import {
  addBlock,
  type BlockPlace,
  joinRowAbove,
  listBlocks,
  moveBlock,
  nameOfBlock,
  removeBlock,
  replaceBlock,
  setWidths,
} from '#shared/term-reports/layouts/edit-layout.ts';
import { blockTitles } from '#shared/term-reports/layouts/screen-wordings.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';

/** Rows by what is in them, which moves with them; words of the school may be there several times. */
function keyed(rows: LayoutPage): { key: string; row: LayoutPage[number] }[] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const names = row.map(nameOfBlock).join();
    const times = (seen.get(names) ?? 0) + 1;
    seen.set(names, times);
    return { key: `${names} ${times}`, row };
  });
}

interface PartProps {
  layout: CardLayout;
  onChange: (layout: CardLayout) => void;
}

/** The blocks of a card, row by row: each goes up and down, beside the row above, and off the card. */
export function LayoutBlocks({ layout, onChange }: PartProps) {
  const sides = [
    { side: 'front' as const, title: layout.back ? 'Front' : 'Card', rows: layout.front },
    ...(layout.back ? [{ side: 'back' as const, title: 'Back', rows: layout.back }] : []),
  ];
  return (
    <Stack gap={16}>
      {sides.map(({ side, title, rows }) => (
        <Stack as="section" gap={8} key={side} aria-label={title}>
          <Text as="h2" size={14} weight={600}>
            {title}
          </Text>
          {keyed(rows).map(({ key, row }, r) => (
            <Panel inner gap={4} key={key}>
              {row.map((block, b) => (
                <BlockLine
                  key={nameOfBlock(block)}
                  block={block}
                  isShared={row.length > 1}
                  place={{ side, row: r, block: b }}
                  layout={layout}
                  onChange={onChange}
                />
              ))}
              {row.length === 2 && (
                <Widths layout={layout} row={row} place={{ side, row: r, block: 0 }} onChange={onChange} />
              )}
            </Panel>
          ))}
        </Stack>
      ))}
      <AddBlock layout={layout} onChange={onChange} />
    </Stack>
  );
}

function BlockLine({
  block,
  place,
  isShared,
  layout,
  onChange,
}: PartProps & { block: LayoutBlock; place: BlockPlace; isShared: boolean }) {
  const title = blockTitles[nameOfBlock(block)];
  const act = (label: string, icon: typeof X, next: () => CardLayout, isOff = false) => (
    <IconButton
      icon={icon}
      label={`${label}: ${title}`}
      aria-disabled={isOff || next() === layout || undefined}
      onClick={() => onChange(next())}
    />
  );
  return (
    <Row justify="between" gap={8} align="end" wrap>
      <BlockWords title={title} block={block} onChange={(next) => onChange(replaceBlock(layout, place, next))} />
      <Row gap={2}>
        {act('Up', ArrowUp, () => moveBlock(layout, place, -1))}
        {act('Down', ArrowDown, () => moveBlock(layout, place, 1))}
        {act('Beside the row above', Columns2, () => joinRowAbove(layout, place), isShared)}
        {act('Take off', X, () => removeBlock(layout, place))}
      </Row>
    </Row>
  );
}

/** What the block says in words of the school: a heading, or all of it. */
function BlockWords({
  title,
  block,
  onChange,
}: {
  title: string;
  block: LayoutBlock;
  onChange: (block: LayoutBlock) => void;
}) {
  if (block.block === 'words') {
    return (
      <TextField
        label={title}
        limit={400}
        value={block.text}
        onChange={(event) => onChange({ ...block, text: event.currentTarget.value })}
      />
    );
  }
  if (block.block !== 'remarks' && block.block !== 'activities') return <Text>{title}</Text>;
  const { heading: _heading, ...others } = block;
  return (
    <TextField
      label={title}
      limit={30}
      placeholder="Our heading"
      value={block.heading ?? ''}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...others, ...(value.trim() === '' ? {} : { heading: value }) })
      }
    />
  );
}

const shares = [
  { value: 'even', label: 'Both as wide' },
  ...[30, 40, 60, 70].map((percent) => ({ value: String(percent), label: `${percent} % and ${100 - percent} %` })),
];

/** How two blocks beside each other share the width. */
function Widths({ layout, row, place, onChange }: PartProps & { row: readonly LayoutBlock[]; place: BlockPlace }) {
  const [first] = row;
  const width = first && 'width' in first ? first.width : undefined;
  return (
    <Select
      label="Widths"
      options={shares}
      value={width === undefined ? 'even' : String(width)}
      onValueChange={(value) =>
        onChange(setWidths(layout, place, value === 'even' ? null : [Number(value), 100 - Number(value)]))
      }
    />
  );
}

const words: LayoutBlock = { block: 'words', text: 'Words of the school' };

/** What the standard card and the reopening have, as it is there. */
const everyBlock: readonly LayoutBlock[] = [
  ...listBlocks(standardLayout).map(({ block }) => block),
  { block: 'reopening' },
  words,
];

function AddBlock({ layout, onChange }: PartProps) {
  const there = new Set(listBlocks(layout).map(({ block }) => nameOfBlock(block)));
  const missing = everyBlock.filter((block) => block.block === 'words' || !there.has(nameOfBlock(block)));
  return (
    <Select
      label="Add to the card"
      options={missing.map((block) => ({ value: nameOfBlock(block), label: blockTitles[nameOfBlock(block)] }))}
      value={null}
      placeholder="Choose a part"
      onValueChange={(name) => {
        const block = missing.find((one) => nameOfBlock(one) === name);
        if (block) onChange(addBlock(layout, block));
      }}
    />
  );
}
