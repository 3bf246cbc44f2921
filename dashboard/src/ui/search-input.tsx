import { TextInput, type TextInputProps } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

interface SearchInputProps extends TextInputProps {
  onType: (text: string) => void
}

/** A box for the words of a search. */
export const SearchInput = ({ onType, ...props }: SearchInputProps) => (
  <TextInput
    type="search"
    leftSection={<IconSearch size={16} aria-hidden />}
    onChange={event => onType(event.currentTarget.value)}
    {...props}
  />
)
