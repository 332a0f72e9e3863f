interface ListedStudent {
  id: string;
  class_id: string;
  last_name: string;
  first_name: string;
}

/** The same on the server and on each device, whatever its language. */
const { compare } = new Intl.Collator('en');

/** Compares by class, last name, first name and id. */
export const compareByClassAndName = (a: ListedStudent, b: ListedStudent): number =>
  compare(a.class_id, b.class_id) ||
  compare(a.last_name, b.last_name) ||
  compare(a.first_name, b.first_name) ||
  compare(a.id, b.id);
