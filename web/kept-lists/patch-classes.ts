interface StudentOfClass {
  id: string;
  class_id?: string | null | undefined;
}

/**
 * A held list with the rows of an answer (`shared/students/changed-classes.ts`): the held rows stay of the classes that the answer leaves out. A student
 * who was moved just then is where the answer says.
 */
export function patchClasses<R extends StudentOfClass>(
  held: readonly R[] = [],
  { rows, unchanged = [] }: { rows: readonly R[]; unchanged?: readonly string[] | undefined },
): R[] {
  const [leftOut, answered] = [new Set(unchanged), new Set(rows.map(({ id }) => id))];
  return [...held.filter(({ id, class_id }) => leftOut.has(class_id ?? '') && !answered.has(id)), ...rows];
}
