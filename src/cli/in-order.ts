/**
 * Works on at most `limit` items at once, and hands the results on in the order of the items, each as soon as it is its turn.
 * Reads no further while `limit` results wait: memory stays flat however slow the reader is. `work` must not reject.
 */
export async function inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  limit: number,
  work: (item: Item) => Promise<Result>,
  handOn: (result: Result) => Promise<void>,
): Promise<void> {
  let open = 0
  let makeRoom = () => {}
  let last: Promise<void> = Promise.resolve()
  for await (const item of items) {
    if (open >= limit) {
      await new Promise<void>((resolve) => {
        makeRoom = resolve
      })
    }
    open++
    const result = work(item)
    last = last
      .then(async () => handOn(await result))
      .finally(() => {
        open--
        makeRoom()
      })
  }
  await last
}
