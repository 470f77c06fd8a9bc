const WORDS = ['Nothing', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/**
 * 'Monday 7 December. Three things need a person; everything else runs by itself.'
 * @param look how many are only worth a look
 */
export function todaySentence(date: string, need: number, look: number): string {
  if (need === 0 && look > 0)
    return `${date}. Nothing is urgent; ${look === 1 ? 'one thing is' : `${look} things are`} worth a look.`
  if (need === 0) return `${date}. Nothing needs a person; everything runs by itself.`
  const many = WORDS[need] ?? need.toLocaleString('en-GB')
  const more = look === 1 ? 'one more is worth a look' : `${look} more are worth a look`
  const rest = look > 0 ? more : 'everything else runs by itself'
  return `${date}. ${many} ${need === 1 ? 'thing needs' : 'things need'} a person; ${rest}.`
}

/** The number beside Today, read out. */
export const needWords = (need: number): string =>
  need === 1 ? '1 thing needs a person' : `${need.toLocaleString('en-GB')} things need a person`
