import type { ReactNode } from 'react';
import type { GuideNode } from '../../guide-pages.ts';

/** A section of a guide as elements of the page. */
export const renderGuide = (nodes: readonly GuideNode[]): ReactNode[] =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return node;
    const [Tag, ...inside] = node;
    // A page that was built never changes. It is JSX for what `web/jsx` does with texts.
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    return <Tag key={index}>{renderGuide(inside)}</Tag>;
  });
