import { ArrowDown, ArrowUp, X } from 'lucide-react';
import {
  addGroup,
  placeGroup,
  placeSubject,
  removeGroup,
  renameGroup,
  subjectTableOf,
} from '#shared/term-reports/layouts/edit-subject-table.ts';
import { layoutScreenWordings as say } from '#shared/term-reports/layouts/screen-wordings.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { Panel } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import { HeadingField, OrderLine, type PartProps } from './order-line.tsx';
import { useDragOrder } from './use-drag-order.ts';

/** A subject of the school. */
interface NamedSubject {
  id: string;
  title: string;
}

/** Where a subject is: its group, and its place there. */
interface SubjectPlace {
  subject: string;
  group: number;
  place: number;
}

/** Subjects under headings and in an order of the school's own; those of no group follow by title. */
export function LayoutGroups({ layout, onChange, subjects }: PartProps & { subjects: readonly NamedSubject[] }) {
  const groups = subjectTableOf(layout)?.groups ?? [];
  const grouped = new Set(groups.flatMap((group) => group.subjects));
  const free = subjects.filter(({ id }) => !grouped.has(id)).map(({ id, title }) => ({ value: id, label: title }));
  const titleOf = (id: string) => subjects.find((one) => one.id === id)?.title ?? id;
  const nameOf = (group: number) => groups[group]?.heading ?? `Group ${group + 1}`;
  const dragOf = useDragOrder<SubjectPlace>(({ subject }, { group, place }) =>
    onChange(placeSubject(layout, subject, { group, before: place })),
  );
  /** Past its neighbour, and from the edge of a group into the group beside it. */
  const step = ({ subject, group, place }: SubjectPlace, by: -1 | 1) => {
    const beside = groups[group + by];
    const isAtEdge = by < 0 ? place === 0 : place === (groups[group]?.subjects.length ?? 0) - 1;
    if (!isAtEdge) return placeSubject(layout, subject, { group, before: place + by });
    if (!beside) return layout;
    return placeSubject(layout, subject, { group: group + by, before: by < 0 ? beside.subjects.length : 0 });
  };
  return (
    <>
      <Muted>{say.groups}</Muted>
      {groups.map((group, g) => (
        <Panel inner gap={8} key={group.subjects[0]} as="section" aria-label={nameOf(g)}>
          <OrderLine
            title={nameOf(g)}
            layout={layout}
            onChange={onChange}
            acts={[
              { label: 'Up', icon: ArrowUp, next: () => placeGroup(layout, g, g - 1) },
              { label: 'Down', icon: ArrowDown, next: () => placeGroup(layout, g, g + 1) },
              { label: 'Take off', icon: X, next: () => removeGroup(layout, g) },
            ]}
          >
            <HeadingField
              label={`Heading of group ${g + 1}`}
              limit={40}
              value={group.heading}
              onChange={(heading) => onChange(renameGroup(layout, g, heading))}
            />
          </OrderLine>
          {group.subjects.map((subject, place) => {
            const at = { subject, group: g, place };
            return (
              <OrderLine
                key={subject}
                title={titleOf(subject)}
                layout={layout}
                onChange={onChange}
                drag={dragOf(at, subject)}
                acts={[
                  { label: 'Up', icon: ArrowUp, next: () => step(at, -1) },
                  { label: 'Down', icon: ArrowDown, next: () => step(at, 1) },
                  { label: 'Take out', icon: X, next: () => placeSubject(layout, subject, null) },
                ]}
              />
            );
          })}
          <Select
            label={`Add to ${nameOf(g)}`}
            options={free}
            value={null}
            placeholder="Choose a subject"
            disabled={free.length === 0}
            onValueChange={(subject) => onChange(placeSubject(layout, subject, { group: g }))}
          />
        </Panel>
      ))}
      <Select
        label="New group, beginning with"
        options={free}
        value={null}
        placeholder="Choose a subject"
        disabled={free.length === 0}
        onValueChange={(subject) => onChange(addGroup(layout, subject))}
      />
    </>
  );
}
