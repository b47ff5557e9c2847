import { Button } from '@mantine/core'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import list from '../../shared/ui/card-list.module.css'
import classes from './administration.module.css'
import { Loaded } from './loaded.tsx'

interface ListedProps<Page, Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>
  /** What is listed, such as "the users". */
  readonly what: string
  readonly label: string
  /** What is said where nothing is found. */
  readonly nothing: string
  readonly itemsOf: (page: Page) => readonly Item[]
  readonly children: (item: Item) => ReactNode
}

/** What was found, a part at a time. */
export function Listed<Page, Item extends { readonly id: string }>(props: ListedProps<Page, Item>) {
  const { query, what, label, nothing, itemsOf, children } = props
  return (
    <>
      <Loaded query={query} what={what}>
        {({ pages }) => {
          const items = pages.flatMap(itemsOf)
          if (items.length === 0) return <p className={classes.hint}>{nothing}</p>
          return (
            <ul className={list.root} aria-label={label}>
              {items.map((item) => (
                <Fragment key={item.id}>{children(item)}</Fragment>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}
