/** The form in which lookup and validation errors reach the model. The text is ours; what the model sent is quoted inside. */
export function toolUseError(text: string): string {
  // a closing tag inside would end ours early
  return `<tool_use_error>${text.replaceAll('</tool_use_error>', '<\\/tool_use_error>')}</tool_use_error>`
}
