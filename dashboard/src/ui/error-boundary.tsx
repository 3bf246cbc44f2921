import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** The page's address: a new one gives another try, except to code that could not be loaded. */
  address?: string
  /** Shown in place of children that threw, or could not be loaded. */
  instead: (error: unknown) => ReactNode
  children: ReactNode
}

interface State {
  address: string | undefined
  thrown?: { error: unknown } | undefined
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { address: this.props.address }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { thrown: { error } }
  }

  static getDerivedStateFromProps({ address }: ErrorBoundaryProps, state: State): State | null {
    return address === state.address ? null : { address, thrown: undefined }
  }

  override render() {
    const { thrown } = this.state
    return thrown ? this.props.instead(thrown.error) : this.props.children
  }
}
