import { useState } from 'react';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { plain } from '../../../ui/fields/search-text.ts';
import { TextField } from '../../../ui/fields/text-field.tsx';
import styles from './columns.module.css';
import { groupTitles } from './group-titles.ts';

interface ColumnGroupsProps {
  fields: readonly StudentField[];
  chosen: readonly StudentField[];
  onChosen: (chosen: readonly StudentField[]) => void;
}

/** The columns by group, each group with a box for all of it that the search finds. */
export function ColumnGroups({ fields, chosen, onChosen }: ColumnGroupsProps) {
  const [search, setSearch] = useState('');
  const wanted = plain(search.trim());
  const found = fields.filter((field) => {
    const { label, group } = studentFields[field];
    return plain(`${label} ${groupTitles[group]}`).includes(wanted);
  });
  const set = (changed: readonly StudentField[], isChosen: boolean) =>
    onChosen(isChosen ? [...chosen, ...changed] : chosen.filter((field) => !changed.includes(field)));
  const groups = [...Map.groupBy(found, (field) => studentFields[field].group)];
  return (
    <>
      <TextField
        label="Search columns"
        type="search"
        placeholder="Phone, medical, father"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {groups.map(([group, members]) => {
        const count = members.filter((field) => chosen.includes(field)).length;
        return (
          <fieldset key={group} className={styles.group}>
            <legend className={styles.title}>
              <label className={styles.choice}>
                <input
                  type="checkbox"
                  checked={count === members.length}
                  ref={(box) => {
                    if (box) box.indeterminate = count > 0 && count < members.length;
                  }}
                  onChange={(event) => set(members, event.target.checked)}
                />
                {groupTitles[group]}
                <span className={styles.muted}>
                  {count} of {members.length}
                </span>
              </label>
            </legend>
            <div className={styles.fields}>
              {members.map((field) => (
                <label key={field} className={styles.choice}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(field)}
                    onChange={(event) => set([field], event.target.checked)}
                  />
                  {studentFields[field].label}
                </label>
              ))}
            </div>
          </fieldset>
        );
      })}
      {groups.length === 0 && <p className={styles.muted}>No column is called so.</p>}
    </>
  );
}
