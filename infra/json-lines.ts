type Path = readonly PropertyKey[];

/**
 * The line, from 1, on which a JSON text has the value of a path; of the nearest value around it where there is none.
 * The text is one that JSON.parse takes.
 */
export function findLineOfValue(text: string, path: Path): number {
  const places = findPlaces(text);
  for (let length = path.length; length >= 0; length -= 1) {
    const place = places.get(keyOf(path.slice(0, length)));
    if (place !== undefined) return text.slice(0, place).split('\n').length;
  }
  return 1;
}

const keyOf = (path: Path): string => JSON.stringify(path.map(String));

/** Where the value of each path begins. */
function findPlaces(text: string): Map<string, number> {
  const places = new Map<string, number>();
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g)];
  let at = 0;
  const readValue = (path: Path): void => {
    const [token = '', index] = [tokens[at]?.[0], tokens[at]?.index ?? 0];
    places.set(keyOf(path), index);
    at += 1;
    if (token !== '{' && token !== '[') return;
    for (let item = 0; tokens[at] && !/^[\]}]$/.test(tokens[at]?.[0] ?? ''); item += 1) {
      const key = token === '{' ? JSON.parse(tokens[at]?.[0] ?? '""') : item;
      if (token === '{') at += 2;
      readValue([...path, key]);
      if (tokens[at]?.[0] === ',') at += 1;
    }
    at += 1;
  };
  readValue([]);
  return places;
}
