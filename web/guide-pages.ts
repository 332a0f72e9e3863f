import { readFile } from 'node:fs/promises';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

const guideQuery = '?guide';

/** A text, or an element with what is in it. */
export type GuideNode = string | readonly [tag: GuideTag, ...inside: GuideNode[]];
type GuideTag = 'p' | 'ol' | 'ul' | 'li' | 'table' | 'thead' | 'tbody' | 'tr' | 'th' | 'td' | 'strong' | 'em' | 'code';

/** A section of a guide, as Help shows it. */
export interface GuideSection {
  title: string;
  /** Paths of the screens, below their area, that it is the help of. */
  screens: readonly string[];
  text: readonly GuideNode[];
}

export interface Guide {
  title: string;
  sections: readonly GuideSection[];
}

const screensOf = (text: string): string[] => /<!-- screens: (.+?) -->/.exec(text)?.[1]?.split(' ') ?? [];

/** The sections of a page of docs/guide/: what follows each heading of the second level. */
export function parseGuide(markdown: string): Guide {
  const [head = '', ...parts] = markdown.split(/^## /m);
  return {
    title: /^# (.+)$/m.exec(head)?.[1] ?? '',
    sections: parts.map((part) => {
      const [title = ''] = part.split('\n', 1);
      return { title, screens: screensOf(part), text: nodesOf(lexer(part.slice(title.length))) };
    }),
  };
}

const nodesOf = (tokens: readonly Token[] = []): GuideNode[] => tokens.flatMap(nodeOf);

/** @throws where a page has what Help does not show */
function nodeOf(token: Token): GuideNode[] {
  switch (token.type) {
    case 'space':
    // Notes for this module alone.
    case 'html':
      return [];
    case 'paragraph':
      return [['p', ...nodesOf(token.tokens)]];
    case 'list':
      return [[token.ordered ? 'ol' : 'ul', ...nodesOf(token.items)]];
    case 'list_item':
      return [['li', ...nodesOf(token.tokens)]];
    case 'table':
      return [tableOf(token as Tokens.Table)];
    case 'strong':
    case 'em':
      return [[token.type, ...nodesOf(token.tokens)]];
    case 'codespan':
      return [['code', token.text]];
    // A link to another page of the project leads nowhere in the product: its words stay.
    case 'link':
      return nodesOf(token.tokens);
    case 'text':
    case 'escape':
      return 'tokens' in token && token.tokens ? nodesOf(token.tokens) : [token.text];
    default:
      throw new Error(`A guide has no ${token.type}: ${token.raw}`);
  }
}

const tableOf = ({ header, rows }: Tokens.Table): GuideNode => [
  'table',
  ['thead', ['tr', ...header.map(({ tokens }): GuideNode => ['th', ...nodesOf(tokens)])]],
  ['tbody', ...rows.map((row): GuideNode => ['tr', ...row.map(({ tokens }): GuideNode => ['td', ...nodesOf(tokens)])])],
];

/** Makes modules of the pages of docs/guide/ while building, so that no page reads Markdown: `teacher.md?guide`. */
export function guidePagesPlugin(): Plugin {
  return {
    name: 'formroom:guide-pages',
    enforce: 'pre',
    async load(id) {
      if (!id.endsWith(guideQuery)) return null;
      const guide = parseGuide(await readFile(id.slice(0, -guideQuery.length), 'utf8'));
      return { code: `export default ${JSON.stringify(guide)};`, moduleType: 'js', moduleSideEffects: false };
    },
  };
}
