import { ArrowDown, ArrowUp, Columns2, X } from 'lucide-react';
import type { LayoutBlock, LayoutPage } from '#shared/term-reports/layouts/card-layout.ts';
import {
  addBlock,
  type BlockPlace,
  dropBlock,
  hasWidths,
  joinRowAbove,
  listBlocks,
  moveBlock,
  nameOfBlock,
  narrowestBlock,
  removeBlock,
  replaceBlock,
  setWidth,
} from '#shared/term-reports/layouts/edit-layout.ts';
import { blockTitles } from '#shared/term-reports/layouts/screen-wordings.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Panel, Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { HeadingField, OrderLine, type PartProps } from './order-line.tsx';
import { type DraggedLine, useDragOrder } from './use-drag-order.ts';

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

/** The blocks of a card, row by row: each goes up and down, beside the row above, and off the card. */
export function LayoutBlocks({ layout, onChange }: PartProps) {
  const sides = [
    { side: 'front' as const, title: layout.back ? 'Front' : 'Card', rows: layout.front },
    ...(layout.back ? [{ side: 'back' as const, title: 'Back', rows: layout.back }] : []),
  ];
  const dragOf = useDragOrder<BlockPlace>((dragged, onto) => onChange(dropBlock(layout, dragged, onto)));
  return (
    <Stack gap={16}>
      {sides.map(({ side, title, rows }) => (
        <Stack gap={8} key={side} role="group" aria-label={title}>
          <Text as="h2" size={14} weight={600}>
            {title}
          </Text>
          {keyed(rows).map(({ key, row }, r) => (
            <Panel inner gap={4} key={key}>
              {row.map((block, b) => {
                const place = { side, row: r, block: b };
                return (
                  <BlockLine
                    key={nameOfBlock(block)}
                    block={block}
                    row={row}
                    place={place}
                    drag={dragOf(place, `${side} ${r} ${b}`)}
                    layout={layout}
                    onChange={onChange}
                  />
                );
              })}
            </Panel>
          ))}
        </Stack>
      ))}
      <AddBlock layout={layout} onChange={onChange} />
    </Stack>
  );
}

interface BlockLineProps extends PartProps {
  block: LayoutBlock;
  row: readonly LayoutBlock[];
  place: BlockPlace;
  drag: DraggedLine;
}

function BlockLine({ block, row, place, drag, layout, onChange }: BlockLineProps) {
  const title = blockTitles[nameOfBlock(block)];
  return (
    <>
      <OrderLine
        title={title}
        layout={layout}
        onChange={onChange}
        drag={drag}
        acts={[
          { label: 'Up', icon: ArrowUp, next: () => moveBlock(layout, place, -1) },
          { label: 'Down', icon: ArrowDown, next: () => moveBlock(layout, place, 1) },
          {
            label: 'Beside the row above',
            icon: Columns2,
            next: () => joinRowAbove(layout, place),
            isOff: row.length > 1,
          },
          { label: 'Take off', icon: X, next: () => removeBlock(layout, place) },
        ]}
      >
        {wordsOf(block, title, (next) => onChange(replaceBlock(layout, place, next)))}
      </OrderLine>
      {hasWidths(row) && <WidthOf block={block} row={row} place={place} layout={layout} onChange={onChange} />}
    </>
  );
}

/** What the block says in words of the school: a heading, or all of it; undefined where it says nothing of its own. */
function wordsOf(block: LayoutBlock, title: string, onChange: (block: LayoutBlock) => void) {
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
  if (block.block !== 'remarks' && block.block !== 'activities') return undefined;
  const { heading: _heading, ...others } = block;
  return (
    <HeadingField
      label={title}
      value={block.heading}
      onChange={(heading) => onChange({ ...others, ...(heading.trim() === '' ? {} : { heading }) })}
    />
  );
}

/** Percents that are offered for a block beside others. */
const offered = [15, 20, 25, 30, 33, 40, 50, 60, 67, 70, 75, 80, 85];

/** How much of the page's width a block has beside others. */
function WidthOf({ block, row, place, layout, onChange }: PartProps & Pick<BlockLineProps, 'block' | 'row' | 'place'>) {
  const title = blockTitles[nameOfBlock(block)];
  const own = 'width' in block ? block.width : undefined;
  const widest = 100 - (row.length - 1) * narrowestBlock;
  const percents = [...new Set([...offered, ...(own === undefined ? [] : [own])])]
    .filter((percent) => percent <= widest)
    .sort((a, b) => a - b);
  return (
    <Select
      label={`Width: ${title}`}
      options={[
        { value: 'even', label: 'As wide as the others' },
        ...percents.map((percent) => ({ value: String(percent), label: `${percent} %` })),
      ]}
      value={own === undefined ? 'even' : String(own)}
      onValueChange={(value) => onChange(setWidth(layout, place, value === 'even' ? null : Number(value)))}
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
