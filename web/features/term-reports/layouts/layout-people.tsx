import { ArrowDown, ArrowUp, X } from 'lucide-react';
import {
  type SignatoryPost,
  type StudentFact,
  signatoryPosts,
  studentFacts,
} from '#shared/term-reports/layouts/card-layout.ts';
import {
  factRowsOf,
  moveFact,
  placeSignatory,
  renameFact,
  renameSignatory,
  setSignature,
  signatoriesOf,
  switchFact,
  switchSignatory,
} from '#shared/term-reports/layouts/edit-lists.ts';
import { factTitles, signatoryTitles } from '#shared/term-reports/layouts/wordings.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import { LayoutPicture } from './layout-picture.tsx';
import { HeadingField, OrderLine, type PartProps } from './order-line.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** What is said of student and term below the name, row by row. */
export function LayoutFacts({ layout, onChange }: PartProps) {
  const rows = factRowsOf(layout);
  const there = new Set(rows.flat().map(({ fact }) => fact));
  return (
    <>
      {rows.map((row) => (
        <Panel inner gap={4} key={row[0]?.fact}>
          {row.map(({ fact, heading }) => (
            <OrderLine
              key={fact}
              title={factTitles[fact]}
              layout={layout}
              onChange={onChange}
              acts={[
                { label: 'Before', icon: ArrowUp, next: () => moveFact(layout, fact, -1) },
                { label: 'After', icon: ArrowDown, next: () => moveFact(layout, fact, 1) },
                { label: 'Take off', icon: X, next: () => switchFact(layout, fact, false) },
              ]}
            >
              <HeadingField
                label={factTitles[fact]}
                value={heading}
                onChange={(text) => onChange(renameFact(layout, fact, text))}
              />
            </OrderLine>
          ))}
        </Panel>
      ))}
      <Select
        label="Add a fact"
        options={studentFacts.filter((fact) => !there.has(fact)).map((value) => ({ value, label: factTitles[value] }))}
        value={null}
        placeholder="Choose a fact"
        onValueChange={(fact: StudentFact) => onChange(switchFact(layout, fact, true))}
      />
    </>
  );
}

/** Who signs, from left to right. */
export function LayoutSignatories({ layout, onChange }: PartProps) {
  const signatories = signatoriesOf(layout);
  const placeOf = (name: SignatoryPost) => signatories.findIndex(({ post }) => post === name);
  const dragOf = useDragOrder<SignatoryPost>((dragged, onto) =>
    onChange(placeSignatory(layout, dragged, placeOf(onto))),
  );
  const principal = signatories.find(({ post }) => post === 'principal');
  const missing = signatoryPosts.filter((post) => placeOf(post) < 0);
  return (
    <>
      {signatories.map(({ post, heading }, place) => (
        <OrderLine
          key={post}
          title={signatoryTitles[post]}
          layout={layout}
          onChange={onChange}
          drag={dragOf(post, post)}
          acts={[
            { label: 'To the left', icon: ArrowUp, next: () => placeSignatory(layout, post, place - 1) },
            { label: 'To the right', icon: ArrowDown, next: () => placeSignatory(layout, post, place + 1) },
            { label: 'Take off', icon: X, next: () => switchSignatory(layout, post, false) },
          ]}
        >
          <HeadingField
            label={signatoryTitles[post]}
            value={heading}
            onChange={(text) => onChange(renameSignatory(layout, post, text))}
          />
        </OrderLine>
      ))}
      {principal && (
        <LayoutPicture
          name="Principal’s Signature"
          picture={principal.picture}
          onChange={(picture) => onChange(setSignature(layout, picture))}
        />
      )}
      <Select
        label="Add who signs"
        options={missing.map((value) => ({ value, label: signatoryTitles[value] }))}
        value={null}
        placeholder="Choose a post"
        onValueChange={(post) => onChange(switchSignatory(layout, post, true))}
      />
    </>
  );
}
